"""Ports held against the real libraries on many made-up histories: `python -m differential`, in tests/."""
