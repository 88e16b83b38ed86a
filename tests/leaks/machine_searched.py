"""What histories find on the toys: each search is made once, for all tests."""

from __future__ import annotations

from functools import cache

from leaks import machine_toys as toys
from leaks import machine_toys_in_order as in_order
from leaks.machine_toys import Sound
from memory_conformance.leaks.machine.searching import Outcome, search_for_leaks
from memory_conformance.leaks.machine.violation import Breach

EVERY_NAME = 80
"""Histories after which every name was in one of them."""
FEW = 40
"""Histories after which what has nothing to do with names was tried in most ways."""

Found = tuple[str, str, Breach, int]

PLANTED: dict[type[Sound], tuple[int, Found]] = {
    toys.JoinedKey: (EVERY_NAME, ("LEAK-002", "search", Breach.SHOWN, 2)),
    toys.CaseFolded: (EVERY_NAME, ("LEAK-002", "search", Breach.SHOWN, 2)),
    toys.PrefixMatch: (FEW, ("LEAK-002", "search", Breach.SHOWN, 2)),
    in_order.ShowsAllForNothing: (FEW, ("LEAK-002", "search", Breach.SHOWN, 2)),
    in_order.AnswersAsBefore: (FEW, ("LEAK-002", "search", Breach.SHOWN, 3)),
    in_order.NamesTheLastBeside: (FEW, ("LEAK-002", "search", Breach.SHOWN, 3)),
    in_order.OpenAfterAFailure: (FEW, ("LEAK-002", "search", Breach.SHOWN, 3)),
    toys.WildcardUser: (EVERY_NAME, ("LEAK-002", "search", Breach.SHOWN, 2)),
    toys.ListsEverybody: (FEW, ("LEAK-003", "list_memories", Breach.SHOWN, 2)),
    toys.GetsForAnybody: (FEW, ("LEAK-004", "get_memory", Breach.SHOWN, 3)),
    toys.TellsTheModelAll: (FEW, ("LEAK-005", "play_turn", Breach.SHOWN, 2)),
    toys.PreloadsAll: (FEW, ("LEAK-006", "play_turn", Breach.SHOWN, 2)),
    toys.KeyedBySession: (FEW, ("LEAK-010", "add_session", Breach.CHANGED, 3)),
    toys.KeyedByEvent: (FEW, ("LEAK-010", "add_session", Breach.CHANGED, 3)),
    toys.EventsTakeOver: (FEW, ("LEAK-011", "add_events", Breach.CHANGED, 3)),
    toys.DeletesSessionOfAll: (FEW, ("LEAK-012", "delete_session", Breach.CHANGED, 3)),
    toys.DeletesUserInAllApps: (FEW, ("LEAK-013", "delete_user", Breach.CHANGED, 3)),
    toys.DeletesForAnybody: (FEW, ("LEAK-015", "delete_memory", Breach.CHANGED, 4)),
    toys.Resurrecting: (FEW, ("LEAK-012", "delete_session", Breach.BACK, 4)),
    toys.DeletesNobody: (FEW, ("LEAK-013", "delete_user", Breach.BACK, 3)),
    toys.KeepsDeletedInList: (FEW, ("LEAK-014", "delete_memory", Breach.BACK, 4)),
    toys.LosesSecondSession: (FEW, ("LEAK-001", "add_session", Breach.LOST, 3)),
}
"""Within so many histories: the rule, the operation that breaks it and how, and the calls of the smallest history."""


@cache
def searched(kind: type[Sound], examples: int, seed: int = 1) -> Outcome:
    backend = kind()
    return search_for_leaks(backend, backend.hello(), "mc-", seed, examples)
