"""Puts any backend behind the protocol: as a command that speaks in lines, or as an HTTP service."""
