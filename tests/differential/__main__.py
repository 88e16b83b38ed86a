"""Goes on holding every port against its real library, round by round, until each has had so many histories."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import click

from differential.record import PORTS, read, write
from memory_conformance.connect.connectable import connect
from memory_conformance.histories.comparing import Comparison, Side, compare

ROUND = 2000
"""Histories after which what was played is kept."""


@click.command()
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@click.option("--until", default=100_000, help="Histories of each port, those of earlier campaigns counted.")
@click.option("--minutes", type=float, help="Stop after so many.")
def main(ports: tuple[str, ...], until: int, minutes: float | None) -> None:
    """Hold PORTs against the real libraries; without one, all. What was played is kept after each round."""
    began = time.monotonic()
    differing = 0
    for tag in ports or PORTS:
        if tag not in PORTS:
            raise click.UsageError(f"no port is called {tag}; there are {', '.join(PORTS)}")
        differing += _hold(tag, until, lambda: minutes is not None and time.monotonic() - began > minutes * 60)
    raise SystemExit(1 if differing else 0)


def _hold(tag: str, until: int, is_over: Callable[[], bool]) -> int:
    backends = connect(tag).backend, connect(f"upstream:{PORTS[tag]}").backend
    sides = tuple(Side(backend, backend.hello()) for backend in backends)
    differing = 0
    try:
        while (so_far := read()[tag]).histories < until and not is_over():
            found = compare((sides[0], sides[1]), min(ROUND, until - so_far.histories), so_far.next_seed)
            differing += found.differing
            write(
                read()
                | {
                    tag: replace(
                        so_far,
                        histories=so_far.histories + found.played,
                        differing=so_far.differing + found.differing,
                        next_seed=so_far.next_seed + 1,
                    )
                }
            )
            _tell(tag, so_far.histories + found.played, until, found)
    finally:
        for backend in backends:
            backend.disconnect()
    return differing


def _tell(tag: str, played: int, until: int, found: Comparison) -> None:
    click.echo(f"{tag}: {played:,} of {until:,} histories, {found.differing} of the last {found.played:,} differ")
    for example in found.examples:
        click.echo(f"  {example.group.words(tag, PORTS[tag])}: {[call.parameters for call in example.history]}")


main()
