"""What turns a run red, word by word, and which exit code it ends with."""

from itertools import chain, combinations, product

import pytest

from memory_conformance.specification import Level
from memory_conformance.verdict import FailOn, Word, exit_code, is_red

LEVELS = (Level.MUST, Level.SHOULD, None)
"""None is a question."""

ALWAYS: set[tuple[Word, Level | None]] = {(Word.FAIL, Level.MUST), (Word.FAIL, None), (Word.INCONCLUSIVE, Level.MUST)}
ADDED: dict[FailOn, set[tuple[Word, Level | None]]] = {
    FailOn.SHOULD: {(Word.FAIL, Level.SHOULD)},
    FailOn.UNDOCUMENTED: {(Word.UNDOCUMENTED, level) for level in LEVELS},
    FailOn.UNSUPPORTED: {(Word.UNSUPPORTED, level) for level in LEVELS},
    FailOn.INCONCLUSIVE: {(Word.INCONCLUSIVE, level) for level in LEVELS},
}
WISHES = [
    frozenset(chosen)
    for chosen in chain.from_iterable(combinations(FailOn, number) for number in range(len(FailOn) + 1))
]


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: "+".join(sorted(wish)) or "nothing")
def test_red_is_what_always_is_and_what_was_asked_for(wish: frozenset[FailOn]) -> None:
    red = {
        (word, level) for word, level in product(Word, LEVELS) if is_red(word, level, documented=False, fail_on=wish)
    }

    assert red == ALWAYS.union(*(ADDED[word] for word in wish))


@pytest.mark.parametrize("level", LEVELS)
def test_a_documented_failure_is_red_for_nobody(level: Level | None) -> None:
    assert not any(is_red(Word.FAIL, level, documented=True, fail_on=wish) for wish in WISHES)


@pytest.mark.parametrize("level", LEVELS)
def test_a_pass_is_red_for_nobody(level: Level | None) -> None:
    assert not any(is_red(Word.PASS, level, documented=False, fail_on=wish) for wish in WISHES)


@pytest.mark.parametrize(
    ("found", "failed", "code"), [(False, False, 0), (True, False, 1), (False, True, 3), (True, True, 1)]
)
def test_what_was_found_outranks_what_could_not_be_played(found: bool, failed: bool, code: int) -> None:
    assert exit_code(found, failed) == code
