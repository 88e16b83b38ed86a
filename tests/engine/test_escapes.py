"""The same string reaches a backend whether it was written in a step, in a table, or in the data of an outline."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.toys import Store, behaviour, played
from memory_conformance.model import Session
from memory_conformance.sentence import quote

TEXT = st.text(st.characters(exclude_categories=["Cs"]))

Remembered = Callable[[str], list[str | None]]

FEATURE = """
  @TOY-001 @must
  Scenario: A text in a step and in a table
    Given "ana" of app "shop" remembers {step} in session "in a step"
    And "ana" of app "shop" adds the session "in a table":
      | text   |
      | {cell} |
    Then "ana" of app "shop" may search for "a"
"""
OUTLINE = """
  @TOY-001 @must
  Scenario Outline: A text among the data
    Given "ana" of app "shop" remembers <text> in session "in a step"
    And "ana" of app "shop" adds the session "in a table":
      | text   |
      | <text> |
    Then "ana" of app "shop" may search for "a"

    Examples:
      | text   |
      | {cell} |
"""


class Recording(Store):
    """Keeps what was said in the order in which it came."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str | None] = []

    def add_session(self, instance: str, scope: object, session: Session) -> None:
        for event in session.events:
            if event.content is not None:
                self.said.extend(part.text for part in event.content.parts or ())


def in_a_step(text: str) -> str:
    """As the specification writes it: a backslash is always written by its number."""
    return quote(text).replace("\\\\", "\\u005c")


def in_a_cell(text: str) -> str:
    """The same; a bar would end the cell."""
    return in_a_step(text).replace("|", "\\|")


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory) -> Remembered:
    folders = count()

    def play(feature: str) -> list[str | None]:
        folder: Path = tmp_path_factory.mktemp(f"feature-{next(folders)}")
        backend = Recording()
        played(behaviour(folder, feature), backend)
        return backend.said

    return play


@given(text=TEXT)
@example(text="a\\b")
@example(text="a|b")
@example(text="\\n")
@example(text=" a ")
@example(text="")
@example(text="<text>")
@example(text='"')
def test_a_text_is_the_same_in_a_step_and_in_a_table_cell(remembered: Remembered, text: str) -> None:
    assert remembered(FEATURE.format(step=in_a_step(text), cell=in_a_cell(text))) == [text, text]


@given(text=TEXT.filter(lambda text: "<" not in text))
@example(text="a\\b|c")
@example(text="\n")
def test_a_text_is_the_same_among_the_data_of_an_outline(remembered: Remembered, text: str) -> None:
    assert remembered(OUTLINE.format(cell=in_a_cell(text))) == [text, text]
