"""What the trials of a backend's operations showed, in lines: what is there and not declared, declared and not there, or wrong."""

from __future__ import annotations

from memory_conformance.report.results import BackendInfo


def undeclared_line(backend: BackendInfo) -> str | None:
    """What a backend could be held to, and is not, since it does not say that it has it."""
    if not backend.undeclared:
        return None
    several = len(backend.undeclared) > 1
    then = "declare them and their scenarios are played" if several else "declare it and its scenarios are played"
    return f"there and not declared: {', '.join(backend.undeclared)}; {then}"


def missing_line(backend: BackendInfo) -> str | None:
    """What a backend says that it has, and has not."""
    return f"declared and not there: {', '.join(backend.missing)}" if backend.missing else None


def trial_lines(backend: BackendInfo) -> list[str]:
    """Everything that the trials found, whether it turns a run red or not."""
    return [line for line in (undeclared_line(backend), missing_line(backend), *backend.problems) if line is not None]
