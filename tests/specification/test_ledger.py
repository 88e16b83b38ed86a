"""The ledger accounts for everything that was read upstream, and for nothing that is not specified."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from memory_conformance.specification import read_specification

LEDGER = Path(__file__).parents[2] / "docs" / "ledger.toml"

READ = (
    ("GO-MEM", 10, 34),
    ("GO-TOK", 1, 14),
    ("GO-SRCH", 1, 30),
    ("GO-MEM", 60, 69),
    ("GO-RUN", 1, 10),
    ("JAVA-API", 1, 10),
    ("JAVA-MEM", 1, 14),
    ("JAVA-MEM", 20, 49),
    ("JAVA-MEM", 60, 71),
    ("PY-MEM", 1, 5),
    ("PY-MEM", 10, 28),
    ("PY-MEM", 30, 34),
    ("PY-MEM", 40, 48),
    ("PY-MEM", 50, 58),
    ("JS-MEM", 1, 2),
    ("JS-MEM", 10, 18),
    ("JS-MEM", 20, 23),
    ("JS-MEM", 30, 33),
    ("JS-MEM", 40, 41),
    ("JS-MEM", 50, 54),
    ("GO-CTX", 1, 8),
    ("GO-LOAD", 1, 20),
    ("GO-PRE", 1, 25),
    ("JAVA-TOOL", 1, 15),
    ("JAVA-CTX", 1, 3),
    ("JAVA-RUN", 1, 6),
    ("PY-MEM", 300, 302),
    ("PY-MEM", 310, 316),
    ("PY-MEM", 320, 323),
    ("PY-MEM", 330, 330),
    ("JS-MEM", 300, 304),
    ("JS-MEM", 310, 312),
    ("JS-MEM", 320, 320),
    ("JS-MEM", 330, 330),
    ("JS-MEM", 340, 340),
    ("GO-VTX", 1, 16),
    ("PY-MEM", 200, 205),
    ("JS-MEM", 200, 201),
)
"""The rows that were written down while reading services, tools, contexts and clients: prefix, first and last number."""


def rows() -> Iterator[str]:
    for prefix, first, last in READ:
        yield from (f"{prefix}-{number:03d}" for number in range(first, last + 1))


def ledger() -> dict[str, list[str] | str]:
    return tomllib.loads(LEDGER.read_text(encoding="utf-8"))


def test_every_row_that_was_read_is_in_the_ledger_and_no_other() -> None:
    assert sorted(ledger()) == sorted(rows())


def test_a_row_names_scenarios_of_the_specification_or_says_why_none_can_show_it() -> None:
    ids = read_specification().by_id
    unknown = {row: told for row, told in ledger().items() if isinstance(told, list) and not set(told) <= set(ids)}
    silent = [row for row, told in ledger().items() if not told or (isinstance(told, str) and len(told.split()) < 4)]
    assert (unknown, silent) == ({}, [])


def test_most_of_what_was_read_can_be_shown() -> None:
    shown = [row for row, told in ledger().items() if isinstance(told, list)]
    assert len(shown) * 3 >= len(ledger()) * 2
