"""Plays the leak lab on backends: the rules on a lattice of scopes, then histories at random, and makes results of what was found."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memory_conformance.backend import HarnessError
from memory_conformance.connect.discreet import be_discreet, quoting_nothing
from memory_conformance.histories.comparing import INTERRUPTED
from memory_conformance.leaks.kinds import kinds_of
from memory_conformance.leaks.providing import Provided, means_for
from memory_conformance.leaks.repeating import repeatable
from memory_conformance.leaks.rules import Wanted, lattice_of, rules_of, with_rows
from memory_conformance.leaks.showing import shown_kinds
from memory_conformance.leaks.wandering import searched
from memory_conformance.means import missing_means
from memory_conformance.model import Crossing, Hello, Reset
from memory_conformance.plan import select
from memory_conformance.references import UsageError
from memory_conformance.report.proved import CellOf, LabOf, Leaks
from memory_conformance.report.results import Result, Results, totals
from memory_conformance.run import Wish, play
from memory_conformance.scopes.lattice import Cell
from memory_conformance.specification import Specification
from memory_conformance.target import Target, Targets

HISTORIES = 200
"""Histories of the stateful search, unless said otherwise."""


@dataclass(frozen=True)
class LabWish:
    """What a lab is asked for.

    ``cells`` is how many scopes are wanted; None for the whole lattice. ``histories`` is how many the stateful search plays.
    ``destructive`` allows to change and delete under hostile names, also on a service of somebody else's, where otherwise only canaries
    are added. ``min_proved`` is the percentage of pairs that have to be proved. With principals, the lattice is played only where its
    ``cells`` are asked for: somebody without a key is shown nothing of it.
    """

    only: tuple[str, ...] = ()
    seed: int = 0
    cells: int | None = None
    histories: int = HISTORIES
    destructive: bool = False
    min_proved: float | None = None
    provided: Provided = field(default_factory=Provided)

    @property
    def plays_lattice(self) -> bool:
        """Whether scopes are made, and histories on them."""
        return self.provided.principals is None or self.cells is not None

    @property
    def options(self) -> list[str]:
        """The options without which not every rule would be played again."""
        return [*self.provided.options(), *(["--destructive"] if self.destructive else [])]


@dataclass(frozen=True)
class Heard:
    """Who is told how it goes on: of each row, of how many rows there will be on the next backend, and how many histories were played
    and have found something.
    """

    row: Callable[[Result], None] = lambda _: None
    rows: Callable[[int], None] = lambda _: None
    history: Callable[[int, int], None] = lambda played, found: None


class _Lent(Targets):
    """Backends that somebody else lets go."""

    def disconnect(self) -> None:
        """Nothing: the lab goes on with them."""


def play_lab(specification: Specification, targets: Targets, wish: LabWish, heard: Heard | None = None) -> Results:
    """Play the lab and return what came out. The backends are let go. Raises `UsageError` for ``only`` that names no rule."""
    heard = heard or Heard()
    began = time.perf_counter()
    parts: list[Results] = []
    labs: list[LabOf] = []
    try:
        wish.provided.check(targets.ready)
        interrupted = False
        for target in targets.ready:
            if interrupted:
                # Whoever ends a lab wants nobody to be asked any more.
                targets.failed[target.name] = HarnessError("interrupted before it was its turn")
                continue
            be_discreet(target.backend)
            target.probed = quoting_nothing(target.probed)
            results, lab, interrupted = _play_one(specification, target, wish, heard)
            parts.append(results)
            labs.append(lab)
        parts.append(play(Specification(()), _Lent([], targets.left_out, targets.failed), Wish(seed=wish.seed)))
    finally:
        targets.disconnect()
    results = _joined(parts, Leaks(labs=labs, min_proved=wish.min_proved))
    duration = round(time.perf_counter() - began, 3)
    return results.model_copy(update={"envelope": results.envelope.model_copy(update={"duration": duration})})


def rules_for(
    specification: Specification, target: Target, wish: LabWish
) -> tuple[Specification, tuple[Cell, ...], Wanted]:
    """The rules as they are played on one backend, and the scopes that they are played on: none where nobody is kept apart."""
    rules = Specification(rules_of(specification), specification.fingerprint)
    wanted = Wanted(
        select(wish.only, rules),
        frozenset(target.means),
        wish.destructive or not target.elsewhere,
        wish.plays_lattice and bool(private_fields(target.hello)),
        # Wherever it runs: what is deleted by the key of a real user is theirs.
        wish.destructive or target.hello.reset is not Reset.NONE,
    )
    if wish.only and not wish.plays_lattice and not any(wanted.wants(rule) for rule in rules.behaviours):
        raise UsageError(
            f"--only {' '.join(wish.only)} chooses rules of the lattice, which is played beside --principals only with --cells"
        )
    chosen = [rule for rule in rules.behaviours if wanted.wants(rule)] if wish.only else []
    missing = [missing_means(rule.needs, wish.provided.means) for rule in chosen]
    if missing and all(missing):
        # Left out as a whole, what was asked for by name would look as expected.
        raise UsageError(f"--only {' '.join(wish.only)}: {chosen[0].id} cannot be played: {missing[0][0]}")
    cells = lattice_of(target.hello, wish.seed, wish.cells) if wanted.lattice else ()
    return with_rows(specification, cells, wish.seed, wanted), cells, wanted


def private_fields(hello: Hello) -> list[str]:
    """The scope fields across which reading is a leak."""
    return [field.name for field in hello.scope if field.crossing is Crossing.LEAK]


def _play_one(specification: Specification, target: Target, wish: LabWish, heard: Heard) -> tuple[Results, LabOf, bool]:
    """What came out on one backend, and whether somebody interrupted it."""
    with means_for(target, wish.provided, wish.seed) as target.means:
        rules, cells, wanted = rules_for(specification, target, wish)
        heard.rows(len(rules.behaviours))
        named = (" or ".join(rule.id for rule in rules.behaviours),) if rules.behaviours else ()
        results = play(rules, _Lent([target]), Wish(named, seed=wish.seed), heard.row)
    results = results.model_copy(
        update={"results": [repeatable(row, target, wish.seed, wish.cells, wish.options) for row in results.results]}
    )
    lab = LabOf(
        backend=target.name,
        run=target.run,
        fields=[one.name for one in target.hello.scope],
        shared=[one.name for one in target.hello.scope if one.crossing is Crossing.SHARED],
        isolates=bool(private_fields(target.hello)),
        cells=[CellOf(scope=dict(cell.scope), family=cell.family, field=cell.field) for cell in cells],
        not_played=_left_out(specification, wanted, wish),
    )
    if not cells or not results.envelope.complete or target.given_up is not None:
        return results, lab, not results.envelope.complete
    sessions = {cell.key(): cell.session for cell in cells}
    found = kinds_of(results.results, sessions)
    kinds, interrupted = shown_kinds(target, found, sessions)
    if interrupted:
        note = "interrupted: not every leak has its smallest history, and no others were looked for"
        return results, lab.model_copy(update={"kinds": kinds, "notes": [note]}), True
    if not wish.histories or wish.only:
        return results, lab.model_copy(update={"kinds": kinds}), False
    played, others = searched(
        target, wish.seed, wish.histories, heard.history, destructive=wanted.destructive, known=found
    )
    lab = lab.model_copy(update={"kinds": [*kinds, *others], "searched": played})
    return results, lab, played.problem == INTERRUPTED


def _left_out(specification: Specification, wanted: Wanted, wish: LabWish) -> list[str]:
    left = [rule.id for rule in rules_of(specification) if wanted.wants(rule) and not wanted.plays(rule)]
    if wanted.lattice and not wanted.destructive and wish.histories and not wish.only:
        left.append("histories in part")
    told = "the service is somebody else's: nothing is changed or deleted under hostile names without --destructive"
    if wanted.destructive:
        told = "the service is never empty: nothing is changed or deleted in the scopes of principals without --destructive"
    return [f"{', '.join(left)}: {told}"] if left else []


def _joined(parts: Sequence[Results], leaks: Leaks) -> Results:
    """The rows of all backends in one."""
    rows = [row for part in parts for row in part.results]
    first = min((part.envelope for part in parts), key=lambda envelope: envelope.started)
    envelope = first.model_copy(
        update={
            "backends": [backend for part in parts for backend in part.envelope.backends],
            "left_out": {name: why for part in parts for name, why in part.envelope.left_out.items()},
            "planned": sum(part.envelope.planned for part in parts),
            "complete": all(part.envelope.complete for part in parts),
            "behaviours": max(part.envelope.behaviours for part in parts),
            "specification": parts[0].envelope.specification,
            "only": [],
        }
    )
    return Results(envelope=envelope, results=rows, totals=totals(rows), leaks=leaks)
