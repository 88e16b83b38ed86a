"""What the leak lab found, derived from its results: headlines, proofs by rule, and which families of names leak to which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory_conformance.report.proved import LabOf, Leaks, LeakSeen, Proved
from memory_conformance.report.results import Result, Results
from memory_conformance.scopes.pairs import Path, headline
from memory_conformance.verdict import Word


@dataclass(frozen=True)
class Heat:
    """How many leaks go from each family of owners to each family of readers, the families in the order of the lattice."""

    families: tuple[str, ...]
    leaks: Counter[tuple[str, str]]


def rows_of(results: Results, lab: LabOf) -> list[Result]:
    """The rows of one backend."""
    return [row for row in results.results if row.backend == lab.backend]


def proofs(rows: Sequence[Result]) -> Iterator[tuple[Result, Proved]]:
    """Every proof with the row that it belongs to."""
    for row in rows:
        for step in row.steps:
            if step.proved is not None:
                yield row, step.proved


def leaks_seen(rows: Sequence[Result]) -> dict[tuple[str, str], LeakSeen]:
    """The leaks of all rows, each pair of scopes once."""
    found: dict[tuple[str, str], LeakSeen] = {}
    for _, proved in proofs(rows):
        for leak in proved.seen:
            found.setdefault((str(leak.reader), str(leak.owner)), leak)
    return found


def main_proof(rows: Sequence[Result]) -> Proved | None:
    """The proof that a headline speaks of: that of searching, or of whatever way was played, over the most pairs."""
    every = [proved for _, proved in proofs(rows)]
    searching = [proved for proved in every if proved.path is Path.SEARCH]
    return max(searching or every, key=lambda proved: (proved.pairs, proved.proved), default=None)


def told(results: Results, lab: LabOf) -> str:
    """The headline of one backend: leaks, and what was proved."""
    if not lab.isolates:
        shares = f"it declares that memories are shared between {' and '.join(f'{name}s' for name in lab.shared)}"
        return f"offers no isolation: {shares if lab.shared else 'its scope has no field'}"
    rows = rows_of(results, lab)
    proof = main_proof(rows)
    if proof is None:
        played = [row for row in rows if row.verdict is not Word.UNSUPPORTED]
        kept = sum(row.verdict is Word.PASS for row in played)
        if not played:
            return "nothing was played"
        line = f"{kept} of {len(played)} rules hold; no pairs of scopes were asked about"
        return line + _not_to_the_end(rows)
    count = max(len(leaks_seen(rows)), *(proved.leaks for _, proved in proofs(rows)))
    line = headline(count, proof.proved, proof.refused, proof.blind, proof.unasked)
    broken = [row.id for row in rows if row.verdict is Word.FAIL]
    if not count and broken:
        # What is lost, changed or shown without a key is no pair of scopes.
        line += f", but {len(broken)} rule{'s are' if len(broken) > 1 else ' is'} broken: {', '.join(broken)}"
    line += _not_to_the_end(rows)
    if lab.shared:
        between = " and ".join(f"{name}s" for name in lab.shared)
        line += f"; shared between {between} by declaration ({proof.shared:,} pairs)"
    return line


def _not_to_the_end(rows: Sequence[Result]) -> str:
    """What a headline adds where rules ended in an error: of them it says nothing."""
    ended = [row.id for row in rows if row.verdict is Word.ERROR]
    several = f"{len(ended)} rules were" if len(ended) > 1 else "1 rule was"
    return f"; {several} not played to the end: {', '.join(ended)}" if ended else ""


def standing(rows: Sequence[Result], lab: LabOf) -> Word:
    """The one word for a backend: failed by anything that was found, else in error, inconclusive, passed, or never played."""
    found = {row.verdict for row in rows} | ({Word.FAIL} if lab.kinds or not lab.isolates else set())
    order = (Word.FAIL, Word.ERROR, Word.INCONCLUSIVE, Word.PASS)
    return next((word for word in order if word in found), Word.UNSUPPORTED)


def percentage(rows: Sequence[Result]) -> float:
    """How many of a hundred pairs are proved."""
    proof = main_proof(rows)
    return 100.0 * proof.proved / proof.pairs if proof is not None and proof.pairs else 0.0


def too_little_proved(results: Results, leaks: Leaks) -> list[str]:
    """In one line each, the backends of which less is proved than was asked for."""
    if leaks.min_proved is None:
        return []
    return [
        f"{lab.backend}: {found:.1f} % of the pairs are proved, and --min-proved asks for {leaks.min_proved:g} %"
        for lab in leaks.labs
        if lab.isolates and (found := percentage(rows_of(results, lab))) < leaks.min_proved
    ]


def is_found(results: Results, leaks: Leaks) -> bool:
    """Whether anything was found that the rows do not tell: a leak in a history, no isolation at all, or too little proof."""
    return any(lab.kinds or not lab.isolates for lab in leaks.labs) or bool(too_little_proved(results, leaks))


def is_cut_short(leaks: Leaks) -> bool:
    """Whether not all histories were played that were wanted."""
    return any(lab.searched is not None and lab.searched.problem is not None for lab in leaks.labs)


def heat(results: Results, lab: LabOf) -> Heat:
    """Who is shown whose memories, by what is unusual about their names."""
    families = {str(cell.scope): cell.family for cell in lab.cells}
    counted: Counter[tuple[str, str]] = Counter()
    for leak in leaks_seen(rows_of(results, lab)).values():
        owner = families.get(str(leak.owner), "nobody of this run")
        counted[owner, families.get(str(leak.reader), "")] += 1
    seen = tuple(dict.fromkeys(cell.family for cell in lab.cells))
    strange = ("nobody of this run",) if any(owner == "nobody of this run" for owner, _ in counted) else ()
    return Heat((*seen, *strange), counted)


def proof_words(row: Result) -> str:
    """What a rule proved, in a few words: its proof, or what was seen."""
    found = [step.proved for step in row.steps if step.proved is not None]
    if row.verdict is Word.PASS and not found:
        return next((step.actual for step in reversed(row.steps) if step.actual), "")
    most = max(found, key=lambda proved: proved.leaks, default=None)
    # What is broken without a leak, or not played to its end, is told by its reason: a proof beside it would pass for its result.
    if most is None or row.verdict in (Word.UNSUPPORTED, Word.ERROR) or (row.verdict is Word.FAIL and not most.leaks):
        return row.reason
    return headline(most.leaks, most.proved, most.refused, most.blind, most.unasked)
