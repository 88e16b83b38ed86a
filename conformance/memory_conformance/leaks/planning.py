"""What a lab will cost, before it is played: on a stand-in of this process, whose calls are counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from memory_conformance.connect.metered import Metered
from memory_conformance.forecast import forecasts
from memory_conformance.leaks.lab import LabWish, rules_for
from memory_conformance.plan import select
from memory_conformance.report.forecast import Forecast
from memory_conformance.specification import Specification
from memory_conformance.stand_in import StandIn
from memory_conformance.target import Target, Targets


def lab_forecasts(specification: Specification, targets: Targets, wish: LabWish) -> list[Forecast]:
    """The calls that a lab makes on each backend, without those that `not_counted` names."""
    made = []
    for target in targets.ready:
        rules, cells, wanted = rules_for(specification, target, wish)
        (forecast,) = forecasts(rules, [target], select((), rules))
        if cells and wish.histories and not wish.only:
            forecast = _with(forecast, _histories(target, wish, destructive=wanted.destructive))
        made.append(forecast)
    return made


def not_counted(wish: LabWish) -> str:
    """What is wanted beside, and cannot be known before, in one line; empty where there is nothing of that."""
    options = [option for option in wish.provided.options() if option.startswith("--")]
    if not options:
        return ""
    *others, last = options
    return f"Not counted are the calls of {', '.join(others)}{' and ' if others else ''}{last}."


def _histories(target: Target, wish: LabWish, *, destructive: bool) -> Counter[str]:
    """The calls of the stateful search, as far as a backend answers as the stand-in does."""
    from memory_conformance.leaks.wandering import wandered

    metered = Metered(StandIn(target.hello))
    wandered(metered, target.hello, "plan-", wish.seed, wish.histories, destructive=destructive)
    return metered.calls


def _with(forecast: Forecast, calls: Counter[str]) -> Forecast:
    each = forecast.seconds / forecast.total if forecast.total else 0.0
    whole = Counter(forecast.calls) + calls
    return replace(forecast, calls=dict(whole), seconds=forecast.seconds + each * calls.total())
