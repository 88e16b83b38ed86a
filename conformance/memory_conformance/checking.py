"""Holds a harness against the protocol: every operation tried once, then the scenarios that say what a message must be."""

from __future__ import annotations

from collections.abc import Callable

from memory_conformance.plan import PROTOCOL
from memory_conformance.probe import probe
from memory_conformance.report.results import Result, Results
from memory_conformance.run import Wish, play
from memory_conformance.specification import Specification
from memory_conformance.target import Targets
from memory_conformance.verdict import GivenUp


def check(
    specification: Specification, targets: Targets, seed: int = 0, progress: Callable[[Result], None] = lambda _: None
) -> Results:
    """Try, play and return what came out, and let the backends go."""
    try:
        for target in targets.ready:
            if target.given_up is None:
                target.probed = probe(target.backend, target.hello, target.prefix, target.probed)
                if target.probed.gone is not None:
                    target.given_up = GivenUp.after("a trial of its operations", target.probed.gone)
    except BaseException:
        targets.disconnect()
        raise
    return play(specification, targets, Wish(only=(PROTOCOL,), seed=seed), progress)
