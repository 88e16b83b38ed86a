"""What ``memory-conformance citations`` does; each function returns the exit code."""

from __future__ import annotations

from functools import partial

from rich.console import Console

from memory_conformance.citations.cited import cited
from memory_conformance.citations.ground import FIRM, State
from memory_conformance.citations.held import hold, look_in
from memory_conformance.citations.record import FILE, difference, read_record, renewed, write_record
from memory_conformance.references import UsageError
from memory_conformance.report.citations import code_of, print_against, print_held
from memory_conformance.report.lines import say
from memory_conformance.specification import features_folder, read_specification
from memory_conformance.upstream import workshop
from memory_conformance.upstream.release import UPSTREAM, read_release
from memory_conformance.upstream.workshop import Tell

_SETTLED = FIRM | {State.NOT_RECORDED, State.CHANGED}
"""The states that writing the record settles."""


def hold_citations(console: Console, tell: Tell, *, record: bool = False) -> int:
    """Hold every citation against the release that it names; ``record`` writes what was found. Raises `UsageError`."""
    features = features_folder()
    if record and not (features.parent / "pyproject.toml").is_file():
        raise UsageError(f"--record writes features/{FILE} of a checkout, and this is an installed copy")
    found = cited(read_specification(features))
    kept = read_record(features)
    findings = hold(found, kept, partial(workshop.artifact_of, tell=tell))
    # What is about to be recorded for the first time is no news of each; what has changed is.
    print_held(findings, found, console, told=FIRM | {State.NOT_RECORDED} if record else FIRM)
    if not record:
        return code_of(findings)
    later = renewed(kept, findings)
    change = difference(kept, later)
    if change:
        write_record(later, features)
    say(console, f"features/{FILE}: {change}" if change else f"features/{FILE} is as it was")
    return code_of(finding for finding in findings if finding.state not in _SETTLED)


def look_against(written: str, console: Console, tell: Tell) -> int:
    """Look in the release that is written as ``PROJECT@RELEASE`` for all that is cited of the project. Raises `UsageError`."""
    release = read_release(written.removeprefix(UPSTREAM))
    features = features_folder()
    found = cited(read_specification(features))
    findings = look_in(release, found, read_record(features), partial(workshop.artifact_of, tell=tell))
    print_against(release, findings, found, console)
    return code_of(findings)
