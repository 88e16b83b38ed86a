"""Every citation held against the artifact that it names, or looked for in another release."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from memory_conformance.backend import HarnessError
from memory_conformance.citations.cited import Citation, CitationError, release_of
from memory_conformance.citations.ground import Finding, Ground, State, compare, seek
from memory_conformance.citations.record import Record
from memory_conformance.upstream.release import Release

Fetch = Callable[[Release], Path]
"""Gives the folder of a release's own files. Raises `HarnessError` where it is not to be had."""


class Grounds:
    """The artifacts that citations name, each fetched once; what was refused is not asked for again."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._had: dict[Release, Ground | str] = {}

    def of(self, citation: Citation) -> Ground | str:
        """The files of the release that a citation names, or in a line why they are not to be had."""
        try:
            return self.of_release(release_of(citation))
        except CitationError as error:
            return str(error)

    def of_release(self, release: Release) -> Ground | str:
        """The files of a release, or in a line why they are not to be had."""
        if release not in self._had:
            try:
                self._had[release] = Ground(self._fetch(release))
            except HarnessError as error:
                self._had[release] = str(error)
        return self._had[release]


def hold(citations: Iterable[Citation], record: Record, fetch: Fetch) -> list[Finding]:
    """Hold citations against the releases that they name."""
    grounds = Grounds(fetch)
    findings = []
    for citation in citations:
        ground = grounds.of(citation)
        if isinstance(ground, str):
            findings.append(Finding(citation, State.NOT_HAD, reason=ground))
        else:
            findings.append(compare(citation, ground, record.of))
    return findings


def look_in(release: Release, citations: Iterable[Citation], record: Record, fetch: Fetch) -> list[Finding]:
    """Look in a release for all that is cited of its project, whatever release the citations name. Raises `HarnessError`."""
    ground = Ground(fetch(release))
    return [seek(citation, ground, record.of) for citation in citations if _project(citation) == release.project]


def _project(citation: Citation) -> str | None:
    try:
        return release_of(citation).project
    except CitationError:
        return None
