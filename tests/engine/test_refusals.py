"""Only a name that is refused for itself leaves a scenario unproved; whatever else a service refuses is its answer."""

from __future__ import annotations

from pathlib import Path

from engine.toys import Store, behaviour, judged
from memory_conformance.backend import BackendError, ErrorCode
from memory_conformance.model import Memory, Scope, Session
from memory_conformance.verdict import Mark, Word

RESERVED = """
  @TOY-001 @must
  Scenario: A user named admin
    Given "admin" of app "shop" remembers "the gate code is heron"
    Then "admin" of app "shop" finds it by "heron"
"""

AGAIN = """
  @TOY-001 @must
  Scenario: A session added twice
    Given "ana" of app "a/b" remembers "the gate code is heron" in session "monday"
    When "ana" of app "a/b" remembers "the gate was painted" in session "monday"
    Then "ana" of app "a/b" finds exactly "the gate was painted" by "gate"
"""


class Reserving(Store):
    """Keeps a name for itself."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if scope["user"] == "admin":
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "ValueError: admin is reserved")
        super().add_session(instance, scope, session)


class Once(Store):
    """Takes a session once, whatever its name."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: set[tuple[str, str]] = set()

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if (instance, session.id) in self.taken:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "ValueError: it is there already")
        self.taken.add((instance, session.id))
        super().add_session(instance, scope, session)


def test_a_reserved_word_may_be_refused_like_any_odd_name(tmp_path: Path) -> None:
    verdict = judged(behaviour(tmp_path, RESERVED), Reserving())
    assert (verdict.word, verdict.marks) == (Word.UNSUPPORTED, frozenset({Mark.REFUSED}))


def test_a_second_write_that_is_refused_is_a_failure_however_odd_the_names_are(tmp_path: Path) -> None:
    assert judged(behaviour(tmp_path, AGAIN), Once()).word is Word.FAIL


ODD = """
  @TOY-001 @must
  Scenario: A name with a slash
    Given "c" of app "a/b" remembers "the gate code is heron"
    Then "c" of app "a/b" finds it by "heron"
"""


class Choking(Store):
    """Takes any name, and cannot read what it took under an odd one."""

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        if "/" in scope["app"]:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "ValueError: too many values to unpack")
        return super().search(instance, scope, query)


def test_a_name_that_was_taken_once_is_not_refused_later(tmp_path: Path) -> None:
    assert judged(behaviour(tmp_path, ODD), Choking()).word is Word.FAIL
