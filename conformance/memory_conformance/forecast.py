"""What a run will cost: it is played on a stand-in of this process, and the calls are counted. The backend is asked for hello alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

from memory_conformance.ahead import CALLS_OF_A_CASE, MOST_AT_ONCE
from memory_conformance.backend import BackendError, HarnessError
from memory_conformance.connect.metered import Metered
from memory_conformance.connect.terms import Terms
from memory_conformance.model import PROTOCOL_VERSION
from memory_conformance.plan import Selection, why_excluded
from memory_conformance.play import Play, script
from memory_conformance.probe import probe_undeclared
from memory_conformance.report.forecast import Forecast
from memory_conformance.secrets import hide
from memory_conformance.specification import Behaviour, Specification
from memory_conformance.stand_in import StandIn
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.steps.visibility import QuickClock, Visibility
from memory_conformance.target import Target, begin

HELLOS = 3
"""How often a backend is asked to introduce itself, to see how long a call takes."""


def forecasts(specification: Specification, targets: Sequence[Target], selection: Selection) -> list[Forecast]:
    """What a run of the chosen behaviours will cost on each backend. Raises `HarnessError` for one that answers no hello any more."""
    return [_forecast(specification, target, selection) for target in targets]


def _forecast(specification: Specification, target: Target, selection: Selection) -> Forecast:
    terms = target.backend.terms if isinstance(target.backend, Metered) else Terms()
    round_trip = _round_trip(target) if target.remote else None
    began = time.perf_counter()
    rehearsal = _Rehearsal(target)
    first = rehearsal.calls
    chosen = [behaviour for behaviour in specification.behaviours if selection.wants(behaviour)]
    played, enough_for, waits = 0, 0, 0
    for behaviour in chosen:
        costs = why_excluded(behaviour, target.hello, target.means) is None
        if costs:
            rehearsal.play(behaviour)
            played += 1
        affordable = terms.max_calls is None or rehearsal.calls <= terms.max_calls
        enough_for += affordable and costs
        waits = len(rehearsal.waits) if affordable else waits
    own = time.perf_counter() - began
    made = rehearsal.calls if terms.max_calls is None else min(rehearsal.calls, terms.max_calls)
    pace = max(round_trip or 0.0, 1 / terms.rate_limit if terms.rate_limit else 0.0)
    at_once = MOST_AT_ONCE if terms.max_calls is None else max(1, min(MOST_AT_ONCE, terms.max_calls // CALLS_OF_A_CASE))
    waited = rehearsal.waits[:waits]
    visible = max(max(waited, default=0.0), sum(waited) / at_once)
    return Forecast(
        backend=target.name,
        calls=dict(rehearsal.backend.calls),
        first=first,
        chosen=len(chosen),
        played=played,
        seconds=own + made * pace + visible,
        round_trip=round_trip,
        lags=bool(rehearsal.waits),
        visible=visible,
        rate_limit=terms.rate_limit,
        budget=terms.max_calls,
        enough_for=enough_for if terms.max_calls is not None else None,
    )


class _Rehearsal:
    """What is played on the stand-in of a backend. ``waits`` are the seconds that each case would wait for what is not visible yet."""

    def __init__(self, target: Target) -> None:
        self.waits: list[float] = []
        self._target = target
        self._stand_in = StandIn(target.hello)
        self.backend = Metered(self._stand_in)
        self._control = NegativeControl(target.control.word)
        begin(self.backend)
        if target.tried:
            probe_undeclared(self.backend, target.hello, target.prefix)

    @property
    def calls(self) -> int:
        """How many calls were made so far."""
        return self.backend.calls.total()

    def play(self, behaviour: Behaviour) -> None:
        """Play each case, by a clock of its own."""
        for number in range(len(behaviour.cases)):
            clock = QuickClock()
            self._stand_in.now = clock.now
            hello, prefix = self._target.hello, f"{self._target.prefix}{behaviour.id.lower()}-"
            play = Play(self.backend, hello, self._control, prefix, Visibility.of(hello, clock))
            for line in script(behaviour):
                if line.case == number:
                    play.perform(line)
            play.end()
            if clock.now():
                self.waits.append(clock.now())


def _round_trip(target: Target) -> float:
    """How many seconds a call takes."""
    took = []
    for _ in range(HELLOS):
        began = time.perf_counter()
        try:
            target.backend.ask("hello", {"protocol": PROTOCOL_VERSION})
        except BackendError as error:
            raise HarnessError(hide(f"{target.name}: hello: {error}"), log=error.log) from None
        took.append(time.perf_counter() - began)
    return median(took)
