"""Writes docs/what-goes-red.md from runs: `python -m mutations.table`, in the folder tests."""

from __future__ import annotations

import inspect
from pathlib import Path

from mutations.mutants import MUTANTS, RED, Mutant
from mutations.playing import CLAIM, played

PAGE = Path(__file__).parents[2] / "docs" / "what-goes-red.md"
"""Where the table is committed."""

AT_MOST = 4
"""So many ids are shown of those that fail."""

_HEAD = f"""\
<!-- Generated from runs by `python -m mutations.table`, in the folder tests. -->

# What goes red

A memory service that claims nothing is still held to the `@must` requirements. To see what these are worth on a real library, one
line of the released google-adk service is changed at a time: below are {len(MUTANTS)} such faults, each played on all that is said
of a memory; many more are [planted](planted-faults.md) in the ports. One that is
lost, altered, leaked or resurrected turns a run red (exit code 1), and so does a query that makes search fail. What is merely
different stays green (exit code 0): then an answer may be undocumented, which the report shows, but there is no claim that it could
break.

The service without a fault is green, with and without the claim `{CLAIM}`. With that claim every fault is red: the last table says by
which answers. `--fail-on should` and `--fail-on undocumented` make a run as strict without a claim.
"""


def page() -> str:
    """The whole page, as runs give it now."""
    red = [mutant for mutant in MUTANTS.values() if mutant.kind in RED]
    green = [mutant for mutant in MUTANTS.values() if mutant.kind not in RED]
    return "\n".join(
        [
            _HEAD,
            *("## Red without any claim", "", *_table(red, "What is seen", None), ""),
            *("## Green without any claim", "", *_table(green, "Why it stays green", CLAIM)),
            "",
        ]
    )


def _table(mutants: list[Mutant], why: str, claim: str | None) -> list[str]:
    fails = "Fails" if claim is None else f"Fails with `--claims {claim}`"
    rows = [_row(mutant, claim) for mutant in mutants]
    return [
        f"| Fault | Kind | The line | Exit code | {why} | {fails} |",
        "| --- | --- | --- | --- | --- | --- |",
        *rows,
    ]


def _row(mutant: Mutant, claim: str | None) -> str:
    code = played(mutant.name).code
    said = f"{code} ({'red' if code else 'green'})"
    fails = played(mutant.name).failed("must") if claim is None else played(mutant.name, claim).failed()
    cells = (mutant.what, mutant.kind, decision(mutant), said, mutant.why, _shown(fails, mutant.killer))
    return f"| {' | '.join(cells)} |"


def decision(mutant: Mutant) -> str:
    """What a mutant decides otherwise, and the line that does."""
    (method,) = [one for one in vars(type(mutant.decides)).values() if inspect.isfunction(one)]
    given = ", ".join(list(inspect.signature(method).parameters)[1:])
    line = inspect.getsource(method).splitlines()[-1].strip().removeprefix("return ").replace("|", "\\|")
    return f"`{method.__name__}({given})` is `{line}`"


def _shown(failed: list[str], killer: str | None) -> str:
    """The requirement that is there for this fault, and the first others; or the first of all."""
    first = [killer] if killer in failed else []
    shown = [*first, *(one for one in failed if one not in first)][:AT_MOST]
    return ", ".join(shown) + (" …" if len(failed) > AT_MOST else "") if failed else "nothing"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
