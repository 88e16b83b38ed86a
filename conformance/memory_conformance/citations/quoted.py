"""What a behaviour cites, with the text that it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory_conformance.citations.cited import Citation, Cited, Use, cited_by, library_of
from memory_conformance.citations.ground import Finding, State, compare
from memory_conformance.citations.held import Fetch, Grounds
from memory_conformance.citations.record import Record
from memory_conformance.specification import Behaviour


@dataclass(frozen=True)
class Quote:
    """A citation, what leans on it in a behaviour, what became of it, and the lines of its whole file, if that is there."""

    finding: Finding
    uses: tuple[Use, ...]
    lines: tuple[str, ...] = ()

    @property
    def citation(self) -> Citation:
        """What is cited."""
        return self.finding.citation


def quotes(behaviour: Behaviour, record: Record, fetch: Fetch) -> Iterator[Quote]:
    """What a behaviour cites, one library after the other, in the order of its page. Raises `SpecificationError`."""
    cited: Cited = {}
    for citation, use in cited_by(behaviour):
        cited.setdefault(citation, []).append(use)
    libraries = list(dict.fromkeys(library_of(citation.artifact) for citation in cited))
    grounds = Grounds(fetch)
    for citation in sorted(cited, key=lambda one: libraries.index(library_of(one.artifact))):
        uses = tuple(cited[citation])
        ground = grounds.of(citation)
        if isinstance(ground, str):
            yield Quote(Finding(citation, State.NOT_HAD, reason=ground), uses)
            continue
        lines = ground.lines(citation.file) or []
        shown = tuple(line.decode("utf-8", "replace") for line in lines)
        yield Quote(compare(citation, ground, record.of), uses, shown)
