"""Holds two backends against each other: behaviour by behaviour, and with the same made-up histories."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_conformance.backend import HarnessError
from memory_conformance.connect.configuration import Configuration
from memory_conformance.histories.comparing import INTERRUPTED, Example, Side
from memory_conformance.histories.comparing import compare as compare_histories
from memory_conformance.histories.gherkin import as_scenario, seen
from memory_conformance.model import Capability
from memory_conformance.playing import Playing
from memory_conformance.references import UsageError, references
from memory_conformance.report.results import (
    FILE,
    Called,
    Compared,
    Found,
    Histories,
    Result,
    Results,
    read_results,
    totals,
)
from memory_conformance.run import Wish, play
from memory_conformance.secrets import hide
from memory_conformance.specification import Specification
from memory_conformance.target import Target, Targets, find_targets


@contextmanager
def _nobody(total: int) -> Iterator[Callable[..., None]]:
    yield lambda *_: None


@dataclass(frozen=True)
class Heard:
    """Who hears how far it is, for as long as each half takes: of each row, and of how many histories in how many ways to differ."""

    rows: Callable[[int], AbstractContextManager[Callable[[Result], None]]] = _nobody
    histories: Callable[[int], AbstractContextManager[Callable[[int, int], None]]] = _nobody


def compare(
    sides: tuple[str, str],
    specification: Specification,
    wish: Wish,
    count: int,
    configuration: Configuration,
    heard: Heard | None = None,
) -> Results:
    """Play the specification, and ``count`` histories, on both sides; a side may be the results of an earlier run instead.

    The rows of both, and what the histories showed, are one file of results. Nobody is held to a claim. Raises `UsageError` and
    `ResultsError` for what is not there, and `HarnessError` for a backend that cannot be started.
    """
    heard = heard or Heard()
    kept = [_kept(side) for side in sides]
    if count and any(kept):
        file = next(side for side, results in zip(sides, kept, strict=True) if results is not None)
        raise UsageError(
            f"{file} holds the results of an earlier run: --histories needs two backends that can be asked"
        )
    names = [side for side, results in zip(sides, kept, strict=True) if results is None]
    targets = find_targets(names, ("none",), wish.seed, specification, configuration) if names else Targets()
    try:
        for name, failure in targets.failed.items():
            raise HarnessError(f"{name}: {str(failure).removeprefix(f'{name}: ')}", log=failure.log)
        histories = _histories(targets.ready, count, wish.seed, heard) if count else None
    except BaseException:
        targets.disconnect()
        raise
    played = None
    if histories is not None and histories.problem == INTERRUPTED:
        # What was found by then is told, and nothing more is asked.
        targets.disconnect()
        played = Playing(specification, targets, wish.only, seed=wish.seed).results()
    elif names:
        with heard.rows(len(specification) * len(names)) as advance:
            played = play(specification, targets, wish, advance)
    live = iter([target.name for target in targets.ready])
    parts = []
    for side, results in zip(sides, kept, strict=True):
        if results is not None:
            parts.append((_only(results, side), results))
        elif played is not None:
            parts.append((next(live), played))
    return _joined(parts, histories)


def _kept(side: str) -> Results | None:
    path = Path(side)
    if path.is_file() or (path / FILE).is_file():
        return read_results(path)
    if side.endswith(".json"):
        raise UsageError(f"{side} is not there")
    if path.is_dir() and side not in references().by_tag:
        raise UsageError(f"{side} is a folder without {FILE}; --report {side} of a run writes one")
    return None


def _only(results: Results, side: str) -> str:
    names = [backend.name for backend in results.envelope.backends if backend.problem is None]
    if len(names) != 1:
        raise UsageError(
            f"{side} has the results of {len(names)} backends ({', '.join(names)}); compare takes those of one"
        )
    return names[0]


def _joined(parts: Sequence[tuple[str, Results]], histories: Histories | None) -> Results:
    """The rows of both sides in one, the second under a name of its own where both have one name."""
    (first, one), (second, other) = parts
    if one.envelope.specification != other.envelope.specification:
        told = f"{one.envelope.specification} and {other.envelope.specification}"
        raise UsageError(f"the two were played on different specifications ({told}): play both on one")
    name = second if second != first else f"{second} (2)"
    rows = [row for row in one.results if row.backend == first]
    rows += [row.model_copy(update={"backend": name}) for row in other.results if row.backend == second]
    backends = [backend for backend in one.envelope.backends if backend.name == first]
    backends += [
        backend.model_copy(update={"name": name}) for backend in other.envelope.backends if backend.name == second
    ]
    newest = max((one.envelope, other.envelope), key=lambda envelope: envelope.started)
    envelope = newest.model_copy(
        update={
            "backends": backends,
            "planned": len(rows),
            "complete": one.envelope.complete and other.envelope.complete,
            "duration": one.envelope.duration if one is other else one.envelope.duration + other.envelope.duration,
        }
    )
    return Results(
        envelope=envelope,
        results=rows,
        totals=totals(rows),
        compared=Compared(first=first, second=name, histories=histories),
    )


def _histories(targets: Sequence[Target], count: int, seed: int, heard: Heard) -> Histories:
    first, second = targets
    began = time.perf_counter()
    with heard.histories(count) as advance:
        compared = compare_histories((_side(first), _side(second)), count, seed, advance)
    names, tags = (first.name, second.name), (_tag(first), _tag(second))
    return Histories(
        asked=count,
        played=compared.played,
        differing=compared.differing,
        seed=seed,
        duration=round(time.perf_counter() - began, 3),
        unordered=[names[position] for position in sorted(compared.unordered)],
        unsteady=[names[position] for position in sorted(compared.unsteady)],
        found=[_found(example, names, tags) for example in compared.examples],
        problem=hide(compared.problem) if compared.problem is not None else None,
    )


def _side(target: Target) -> Side:
    if target.hello.bounds or Capability.SETTLE in target.hello.capabilities:
        raise UsageError(
            f"{target.name} declares that its writes take time to be seen: --histories compares what is seen at once"
        )
    return Side(target.backend, target.hello, target.prefix, target.name)


def _found(example: Example, names: tuple[str, str], tags: Sequence[str | None]) -> Found:
    answers = (example.first, example.second)
    return Found(
        words=example.group.words(*names),
        seen=example.seen,
        calls=[
            Called(operation=call.operation, parameters=dict(call.parameters), answer="") for call in example.history
        ],
        first=seen(example.group, example.first),
        second=seen(example.group, example.second),
        scenario=as_scenario(example.group, example.history, answers, names, tags),
    )


def _tag(target: Target) -> str | None:
    """The tag of the reference that a backend is: by its own name, or by the release that it is."""
    known = references()
    if target.connectable in known.by_tag:
        return target.connectable
    try:
        claim = known.claim(target.name) if "@" in target.name else None
    except UsageError:
        return None
    return claim.reference.tag if claim is not None else None
