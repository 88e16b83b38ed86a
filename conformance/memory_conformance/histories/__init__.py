"""Histories: lists of protocol operations that nobody wrote by hand, played on backends and compared."""
