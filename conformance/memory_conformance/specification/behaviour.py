"""What the specification consists of. Plain, frozen data; made by the reader, used by everything after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path


class Kind(StrEnum):
    """A requirement holds for every backend; a question has documented answers, and none of them is right."""

    REQUIREMENT = "requirement"
    QUESTION = "question"


class Level(StrEnum):
    """How much a requirement weighs."""

    MUST = "must"
    SHOULD = "should"


@dataclass(frozen=True)
class Step:
    """One step as it is played, its placeholders filled in. ``keyword`` is ``given``, ``when`` or ``then``."""

    keyword: str
    text: str
    line: int
    table: tuple[Mapping[str, str], ...] | None = None

    def key(self) -> tuple[object, ...]:
        """What makes two steps the same, wherever they stand."""
        return self.keyword, self.text, tuple(tuple(row.items()) for row in self.table or ())


@dataclass(frozen=True)
class Source:
    """Where a released artifact says so: ``where`` names project, release, file and lines; for these references."""

    references: tuple[str, ...]
    where: str
    line: int


@dataclass(frozen=True)
class Answer:
    """One documented answer to a question, and the references that give it."""

    title: str
    references: frozenset[str]
    sources: tuple[Source, ...]
    line: int


@dataclass(frozen=True)
class Case:
    """What is played once, from an empty instance: for a question its Givens and When, for a requirement all steps.

    ``thens`` are the Thens of each answer, by the number of the answer; a requirement has none.
    """

    steps: tuple[Step, ...]
    thens: Mapping[int, tuple[Step, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Behaviour:
    """One id of the specification.

    ``path`` is the feature file relative to the folder of features, with slashes; ``broken`` names the references that
    are documented to break a requirement.
    """

    id: str
    kind: Kind
    level: Level | None
    title: str
    description: str
    feature: str
    rule: str | None
    path: str
    file: Path
    line: int
    needs: frozenset[str]
    broken: frozenset[str]
    sources: tuple[Source, ...]
    answers: tuple[Answer, ...]
    cases: tuple[Case, ...]

    @property
    def topic(self) -> str:
        """The folder of the feature, such as ``finding``."""
        return self.path.split("/")[0]

    @property
    def node(self) -> str:
        """The name that a test of this behaviour bears: the file and the id."""
        return f"features/{self.path}::{self.id}"

    def answer_of(self, reference: str) -> int | None:
        """The number of the answer that a reference is documented to give, or None."""
        return next((number for number, answer in enumerate(self.answers) if reference in answer.references), None)

    def answer_called(self, title: str) -> int | None:
        """The number of the answer of this title, or None."""
        return next((number for number, answer in enumerate(self.answers) if answer.title == title), None)

    def differing(self, case: Case) -> tuple[Step, ...]:
        """The steps of a case that not every case of this behaviour has: what tells it apart."""
        common = set.intersection(*({step.key() for step in one.steps} for one in self.cases))
        return tuple(step for step in case.steps if step.key() not in common)

    def all_sources(self) -> Iterator[Source]:
        """The sources of the behaviour itself, then those of its answers."""
        yield from self.sources
        for answer in self.answers:
            yield from answer.sources


@dataclass(frozen=True)
class Specification:
    """All behaviours, in the order of their files.

    ``fingerprint`` is a short hash over the files as they were read: what was played on one fingerprint was held to the
    same words.
    """

    behaviours: tuple[Behaviour, ...]
    fingerprint: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, Behaviour]:
        """The behaviours by id."""
        return {behaviour.id: behaviour for behaviour in self.behaviours}

    @property
    def topics(self) -> list[str]:
        """The folders, in order."""
        return list(dict.fromkeys(behaviour.topic for behaviour in self.behaviours))

    def __len__(self) -> int:
        return len(self.behaviours)
