"""Plays the leak lab on backends: the rules on a lattice of scopes, then histories at random, and makes results of what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory_conformance.leaks.kinds import Kind, kinds_of, words_of
from memory_conformance.leaks.rules import changes, rules_of, with_rows
from memory_conformance.model import Crossing, Hello
from memory_conformance.plan import Selection, select
from memory_conformance.report.proved import CellOf, LabOf, LeakKind, Leaks, Searched
from memory_conformance.report.results import Result, Results, totals
from memory_conformance.run import Wish, play
from memory_conformance.scopes.lattice import Cell, lattice
from memory_conformance.specification import Specification
from memory_conformance.target import Target, Targets

HISTORIES = 200
"""Histories of the stateful search, unless said otherwise."""
_MOST_KINDS = 12
"""Kinds of leaks for which a smallest history is made; the others are named."""


@dataclass(frozen=True)
class LabWish:
    """What a lab is asked for.

    ``cells`` is how many scopes are wanted; None for the whole lattice. ``histories`` is how many the stateful search plays.
    ``destructive`` allows to change and delete under hostile names, also on a service of somebody else's, where otherwise only canaries
    are added. ``min_proved`` is the percentage of pairs that have to be proved.
    """

    only: tuple[str, ...] = ()
    seed: int = 0
    cells: int | None = None
    histories: int = HISTORIES
    destructive: bool = False
    min_proved: float | None = None


@dataclass(frozen=True)
class Heard:
    """Who is told how it goes on: of each row, and of each history."""

    row: Callable[[Result], None] = lambda _: None
    history: Callable[[int, int], None] = lambda played, found: None


class _Lent(Targets):
    """Backends that somebody else lets go."""

    def disconnect(self) -> None:
        return


def play_lab(specification: Specification, targets: Targets, wish: LabWish, heard: Heard | None = None) -> Results:
    """Play the lab and return what came out. The backends are let go. Raises `UsageError` for ``only`` that names no rule."""
    heard = heard or Heard()
    selection = select(wish.only, Specification(rules_of(specification), specification.fingerprint))
    parts: list[Results] = []
    labs: list[LabOf] = []
    try:
        for target in targets.ready:
            results, lab = _play_one(specification, target, wish, selection, heard)
            parts.append(results)
            labs.append(lab)
        parts.append(play(Specification(()), _Lent([], targets.left_out, targets.failed), Wish(seed=wish.seed)))
    finally:
        targets.disconnect()
    return _joined(parts, Leaks(labs=labs, min_proved=wish.min_proved))


def cells_for(target: Target, wish: LabWish) -> tuple[Cell, ...]:
    """The scopes that a lab makes for a backend; none where no field of its scope keeps anybody apart."""
    fields = [field.name for field in target.hello.scope]
    return lattice(fields, wish.seed, wish.cells) if private_fields(target.hello) else ()


def private_fields(hello: Hello) -> list[str]:
    """The scope fields across which reading is a leak."""
    return [field.name for field in hello.scope if field.crossing is Crossing.LEAK]


def rules_for(
    specification: Specification, target: Target, wish: LabWish, selection: Selection
) -> tuple[Specification, tuple[Cell, ...]]:
    """The rules as they are played on one backend, and the scopes that they are played on."""
    cells = cells_for(target, wish)
    destructive = wish.destructive or not is_somebody_elses(target)
    return with_rows(specification, cells, wish.seed, selection, destructive=destructive), cells


def is_somebody_elses(target: Target) -> bool:
    """Whether a backend is a service that does not run on this machine."""
    from memory_conformance.connect.http import is_off_loopback

    return is_off_loopback(target.connectable)


def _play_one(
    specification: Specification, target: Target, wish: LabWish, selection: Selection, heard: Heard
) -> tuple[Results, LabOf]:
    rules, cells = rules_for(specification, target, wish, selection)
    lent = _Lent([target])
    wanted = Wish(seed=wish.seed)
    results = play(rules if cells else Specification((), specification.fingerprint), lent, wanted, heard.row)
    lab = LabOf(
        backend=target.name,
        run=target.run,
        fields=[field.name for field in target.hello.scope],
        shared=[field.name for field in target.hello.scope if field.crossing is Crossing.SHARED],
        isolates=bool(private_fields(target.hello)),
        cells=[CellOf(scope=dict(cell.scope), family=cell.family, field=cell.field) for cell in cells],
        not_played=_left_out(specification, target, wish, selection),
    )
    if not cells or not results.envelope.complete:
        return results, lab
    kinds = [_told(target, kind, cells) for kind in kinds_of(results.results)]
    searched, others = _search(target, wish, heard)
    return results, lab.model_copy(update={"kinds": [*kinds, *others], "searched": searched})


def _left_out(specification: Specification, target: Target, wish: LabWish, selection: Selection) -> list[str]:
    if wish.destructive or not is_somebody_elses(target):
        return []
    ids = [rule.id for rule in rules_of(specification) if selection.wants(rule) and changes(rule)]
    told = "the service is somebody else's: nothing is changed or deleted under hostile names without --destructive"
    return [f"{', '.join(ids)}: {told}"] if ids else []


def _told(target: Target, kind: Kind, cells: Sequence[Cell]) -> LeakKind:
    """A kind of leak with the smallest history that shows it, where one does."""
    return LeakKind(
        rules=sorted(kind.rules), path=kind.path.value, words=words_of(kind), seen=len(kind.seen), found_by="lattice"
    )


def _search(target: Target, wish: LabWish, heard: Heard) -> tuple[Searched | None, list[LeakKind]]:
    return None, []


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
            "duration": sum(part.envelope.duration for part in parts),
            "behaviours": max(part.envelope.behaviours for part in parts),
            "specification": parts[0].envelope.specification,
        }
    )
    return Results(envelope=envelope, results=rows, totals=totals(rows), leaks=leaks)
