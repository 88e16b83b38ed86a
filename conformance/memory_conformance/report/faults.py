"""What is kept of planted faults that were played: faults.json, from which the other reports are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

FILE = "faults.json"


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TriedScenario(_Kept):
    """A scenario on a fault: whether it kills it, in the words of a report what came of it, and why."""

    id: str
    kills: bool
    came: str
    told: str = ""


class PlayedFault(_Kept):
    """A fault, the scenarios that were named for it, and, where all were played, the further ones that fail by it."""

    name: str
    what: str
    base: str
    kind: str
    seen_in: str = ""
    errs: bool = False
    killed: bool
    tried: list[TriedScenario]
    further: list[str] | None = None


class Covered(_Kept):
    """How many of the things that should kill a fault there are, and which do not."""

    total: int
    missing: list[str] = Field(default_factory=list)

    @property
    def held(self) -> int:
        """How many do."""
        return self.total - len(self.missing)


class PlayedFaults(_Kept):
    """Everything that came out. ``requirements`` and ``answers`` are there where all faults were played; ``duration`` in seconds."""

    tool_version: str
    specification: str
    duration: float
    faults: list[PlayedFault]
    requirements: Covered | None = None
    answers: Covered | None = None

    @property
    def survivors(self) -> list[PlayedFault]:
        """The faults that a scenario missed which was named for them."""
        return [fault for fault in self.faults if not fault.killed]

    @property
    def code(self) -> int:
        """0 where everything is killed, and whatever should kill something does; else 1."""
        covered = (self.requirements, self.answers)
        return 1 if self.survivors or any(one is not None and one.missing for one in covered) else 0

    def score(self) -> str:
        """The score in one line."""
        said = [f"{len(self.faults) - len(self.survivors)} of {len(self.faults)} faults killed"]
        if self.requirements is not None and self.answers is not None:
            said.append(
                f"{self.requirements.held} of {self.requirements.total} requirements and"
                f" {self.answers.held} of {self.answers.total} answers kill one"
            )
        return ", ".join(said)

    def gaps(self) -> Iterator[str]:
        """What should kill a fault and does not, in a line each."""
        for what, covered in (("requirement", self.requirements), ("answer", self.answers)):
            for one in covered.missing if covered is not None else ():
                yield f"the {what} {one} kills no fault"


def by_kind(faults: Sequence[PlayedFault]) -> dict[str, list[PlayedFault]]:
    """The faults by what they are about, in their order."""
    kinds: dict[str, list[PlayedFault]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind, []).append(fault)
    return kinds


def write_faults(played: PlayedFaults, folder: Path, summary: str) -> None:
    """Write faults.json, and the summary that was made from it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(played.model_dump_json(indent=1) + "\n", encoding="utf-8")
    (folder / "summary.md").write_text(summary, encoding="utf-8")
