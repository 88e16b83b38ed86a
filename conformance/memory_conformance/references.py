"""The references: what each tag stands for, which releases behave like it, and from whom it takes its answers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from memory_conformance.specification import Behaviour, Source

NO_CLAIM = "none"

MOST_NAMED = 20
"""Names that one line lists; of more, it says where they are."""


class UsageError(Exception):
    """Something that the user named is not there. The message is one line that says what is possible instead."""


class Exceptions(BaseModel):
    """Where releases within a range answer otherwise: titles of answers by the ids of questions; an empty one is no known answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    releases: list[tuple[str, str]]
    answers: dict[str, str]


class Reference(BaseModel):
    """One reference. ``releases`` are ranges, first and last release included; ``backend`` is where its service is found.

    ``but`` are releases within the ranges that answer single questions otherwise.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tag: str
    project: str
    releases: list[tuple[str, str]]
    language: str
    artifact: str
    summary: str
    backend: str | None = None
    requires: str | None = None
    answers_from: dict[str, str] = Field(default_factory=dict)
    proved_by: str | None = None
    but: list[Exceptions] = Field(default_factory=list)

    @property
    def upstream(self) -> bool:
        """Whether it stands for a library of somebody else, so that its answers need a source."""
        return self.project != "memory-conformance"


@dataclass(frozen=True)
class Claim:
    """What a backend is held to: a reference, and the release that was named, if one was."""

    reference: Reference
    release: str | None = None

    @property
    def written(self) -> str:
        """The claim as a command takes it: a tag, or a project and its release."""
        return self.reference.tag if self.release is None else f"{self.reference.project}@{self.release}"

    def __str__(self) -> str:
        if self.release is None:
            return self.reference.tag
        return f"{self.reference.tag} ({self.reference.project} {self.release})"


@dataclass(frozen=True)
class References:
    """All references by tag."""

    by_tag: Mapping[str, Reference]

    def get(self, tag: str) -> Reference:
        """The reference of a tag. Raises `UsageError` that names those that are close."""
        if tag not in self.by_tag:
            raise UsageError(f"no reference is called {tag!r}; {did_you_mean(tag, list(self.by_tag))}")
        return self.by_tag[tag]

    def claim(self, written: str) -> Claim | None:
        """A claim as it is written: a tag, ``PROJECT@RELEASE``, or ``none``. Raises `UsageError`."""
        if written == NO_CLAIM:
            return None
        project, at, release = written.partition("@")
        if not at:
            return Claim(self.get(written))
        of_project = [reference for reference in self.by_tag.values() if reference.project == project]
        if not of_project:
            projects = sorted({reference.project for reference in self.by_tag.values()})
            raise UsageError(f"no project is called {project!r}; {did_you_mean(project, projects)}")
        asked = _release(release)
        for reference in of_project:
            if _within(asked, reference.releases):
                return Claim(reference, release)
        ends = {end: reference for reference in of_project for ends in reference.releases for end in ends}
        below = [end for end in ends if _release(end) < asked]
        above = [end for end in ends if _release(end) > asked]
        neighbours = [*([max(below, key=_release)] if below else ()), *([min(above, key=_release)] if above else ())]
        nearest = min(neighbours, key=lambda end: _distance(_release(end), asked))
        raise UsageError(
            f"{project} {release} is in no range of releases; the nearest is {nearest}, which is {ends[nearest].tag}"
        )

    def answer(self, behaviour: Behaviour, tag: str, release: str | None = None) -> int | None:
        """The number of the answer that a reference gives to a question, its own or that of the one it answers from.

        With a ``release`` of its ranges, what that release answers.
        """
        otherwise = self._otherwise(behaviour, tag, release)
        if otherwise is not None:
            return behaviour.answer_called(otherwise)
        own = behaviour.answer_of(tag)
        if own is not None:
            return own
        source = self.by_tag[tag].answers_from
        other = source.get(behaviour.topic, source.get("*"))
        return None if other is None else self.answer(behaviour, other)

    def is_exception(self, behaviour: Behaviour, claim: Claim) -> bool:
        """Whether the release that a claim names answers a question otherwise than its reference."""
        return self._otherwise(behaviour, claim.reference.tag, claim.release) is not None

    def sources_elsewhere(self, behaviour: Behaviour, claim: Claim) -> list[Source]:
        """What other releases of the project are cited for, which give the answer of such a release: it has no citation itself."""
        number = self.answer(behaviour, claim.reference.tag, claim.release)
        if number is None:
            return []
        project = {tag for tag, one in self.by_tag.items() if one.project == claim.reference.project}
        return [source for source in behaviour.answers[number].sources if project & set(source.references)]

    def _otherwise(self, behaviour: Behaviour, tag: str, release: str | None) -> str | None:
        """The title of what a release answers otherwise, empty for no documented answer; None where it answers as its reference."""
        if release is None:
            return None
        asked = _release(release)
        fitting = (one for one in self.by_tag[tag].but if _within(asked, one.releases))
        return next((one.answers[behaviour.id] for one in fitting if behaviour.id in one.answers), None)

    def breaks(self, behaviour: Behaviour, tag: str) -> bool:
        """Whether a reference is documented to break a requirement."""
        if tag in behaviour.broken:
            return True
        source = self.by_tag[tag].answers_from
        other = source.get(behaviour.topic, source.get("*"))
        return other is not None and self.breaks(behaviour, other)


def did_you_mean(name: str, known: list[str], shown_by: str = "list") -> str:
    """What is possible instead of a name that is not there. ``shown_by`` is the command that has all of them."""
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(close)}?"
    if len(known) <= MOST_NAMED:
        return f"there are {', '.join(known)}"
    return f"there are {', '.join(known[:3])} and {len(known) - 3} more, which `memory-conformance {shown_by}` shows"


@cache
def references() -> References:
    """All references that are installed. Raises `UsageError` where the list is not to be found."""
    spec = find_spec("memory_references")
    if spec is None or not spec.submodule_search_locations:
        raise UsageError("the package memory_references, which lists the references, is not installed")
    file = Path(next(iter(spec.submodule_search_locations))) / "references.toml"
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    found = [Reference.model_validate(entry) for entry in entries.values()]
    return References({reference.tag: reference for reference in found})


def _release(written: str) -> tuple[int, ...]:
    numbers = tuple(int(number) for number in re.findall(r"\d+", written)[:3])
    if not numbers:
        raise UsageError(f"{written!r} is no release; write it like 2.9.1")
    return numbers + (0,) * (3 - len(numbers))


def _within(asked: tuple[int, ...], ranges: list[tuple[str, str]]) -> bool:
    return any(_release(first) <= asked <= _release(last) for first, last in ranges)


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True))
