"""What a ``Source`` of a feature cites: lines of a file of a released artifact."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from memory_conformance.references import UsageError, references
from memory_conformance.specification import Behaviour, Specification, SpecificationError
from memory_conformance.upstream.release import PROJECTS, Release, read_release

_RANGE = re.compile(r"L([1-9]\d*)(?:-([1-9]\d*))?")
_WHERE = re.compile(
    rf"(?P<artifact>\S+) (?P<release>v?\d\S*) (?P<file>[^\s,]+) (?P<lines>{_RANGE.pattern}(?:, {_RANGE.pattern})*)"
)
_GO_MAJOR = re.compile(r"/v\d+$")
"""What the path of a Go module ends with from its second major version on: the same library under another name."""


class CitationError(Exception):
    """What is no citation, or cites what nobody releases. One line."""


@dataclass(frozen=True, order=True)
class Lines:
    """Lines of a file, counted from 1, the last included."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __str__(self) -> str:
        return f"L{self.first}" if self.first == self.last else f"L{self.first}-{self.last}"


@dataclass(frozen=True)
class Citation:
    """Lines of a file of a release, such as ``google-adk``, ``2.13.0``, ``google/adk/events/event.py`` and its lines 1 to 2."""

    artifact: str
    release: str
    file: str
    ranges: tuple[Lines, ...]

    @property
    def released(self) -> str:
        """The artifact and its release, as they are written."""
        return f"{self.artifact} {self.release}"

    @property
    def lines(self) -> str:
        """The lines, as they are written."""
        return ", ".join(map(str, self.ranges))

    def __str__(self) -> str:
        return f"{self.released} {self.file} {self.lines}"


@dataclass(frozen=True)
class Use:
    """A behaviour that leans on a citation, for some references: ``line`` is that of the ``Source`` in the feature ``path``.

    ``answer`` is the title of the answer that it stands under; None where the behaviour itself cites it.
    """

    behaviour: str
    path: str
    line: int
    references: tuple[str, ...]
    answer: str | None = None

    @property
    def place(self) -> str:
        """Where the ``Source`` stands."""
        return f"features/{self.path}:{self.line}"


Cited = dict[Citation, list[Use]]
"""Every citation once, with all that leans on it."""


def read_citation(where: str) -> Citation:
    """What a source names. Raises `CitationError`."""
    match = _WHERE.fullmatch(where)
    if match is None:
        raise CitationError(f"“{where}” is not of the form PROJECT RELEASE PATH L1-2, L5")
    ranges = tuple(read_lines(written) for written in match["lines"].split(", "))
    path = PurePosixPath(match["file"])
    if path.is_absolute() or ".." in path.parts:
        raise CitationError(f"“{path}” is no path within an artifact")
    return Citation(match["artifact"], match["release"], match["file"], ranges)


def read_lines(written: str) -> Lines:
    """Lines as they are written: ``L5`` or ``L5-9``. Raises `CitationError`."""
    match = _RANGE.fullmatch(written)
    if match is None:
        raise CitationError(f"“{written}” names no lines; write L5 or L5-9")
    lines = Lines(int(match[1]), int(match[2] or match[1]))
    if lines.last < lines.first:
        raise CitationError(f"“{written}” ends before it begins")
    return lines


def library_of(artifact: str) -> str:
    """The name of an artifact without the major version that Go writes into it."""
    return _GO_MAJOR.sub("", artifact)


def release_of(citation: Citation) -> Release:
    """The upstream release whose files it cites. Raises `CitationError` where there is none."""
    library = library_of(citation.artifact)
    for reference in references().by_tag.values():
        if reference.project in PROJECTS and library_of(reference.artifact.split()[0]) == library:
            break
    else:
        raise CitationError(f"no upstream project releases {citation.artifact}")
    try:
        release = read_release(f"{reference.project}@{citation.release}")
    except UsageError as error:
        raise CitationError(str(error)) from None
    if release.language == "go":
        major = release.version.partition(".")[0]
        module = library if major in ("0", "1") else f"{library}/v{major}"
        if citation.artifact != module:
            raise CitationError(f"the Go module of release {citation.release} is {module}, not {citation.artifact}")
    return release


def cited_by(behaviour: Behaviour) -> Iterator[tuple[Citation, Use]]:
    """What a behaviour and its answers cite. Raises `SpecificationError` for a source that is no citation."""
    under = [(behaviour.sources, None), *((answer.sources, answer.title) for answer in behaviour.answers)]
    for sources, title in under:
        for source in sources:
            try:
                citation = read_citation(source.where)
            except CitationError as error:
                raise SpecificationError([f"features/{behaviour.path}:{source.line}: {error}"]) from None
            yield citation, Use(behaviour.id, behaviour.path, source.line, source.references, title)


def cited(specification: Specification) -> Cited:
    """Every citation of a specification, by artifact, release, file and lines. Raises `SpecificationError`."""
    found: Cited = {}
    for behaviour in specification.behaviours:
        for citation, use in cited_by(behaviour):
            found.setdefault(citation, []).append(use)
    return {citation: found[citation] for citation in sorted(found, key=by_place)}


def by_place(citation: Citation) -> tuple[str, list[int], str, str, tuple[Lines, ...]]:
    """What citations are sorted by: releases as numbers, since 2.13 comes after 2.8."""
    return citation.artifact, numbers_of(citation.release), citation.release, citation.file, citation.ranges


def numbers_of(release: str) -> list[int]:
    """The numbers in a release."""
    return [int(number) for number in re.findall(r"\d+", release)]


def references_of(uses: Iterable[Use]) -> list[str]:
    """The references that lean on a citation, in the order of their list."""
    leaning = {reference for use in uses for reference in use.references}
    return [tag for tag in references().by_tag if tag in leaning]
