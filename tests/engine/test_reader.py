"""What a feature file says once it is read, and how its faults are told."""

import re
from pathlib import Path
from textwrap import indent

import pytest

from engine.toys import behaviour, specification
from memory_conformance.specification import Kind, Level, SpecificationError, read_specification

REQUIREMENT = """
  @TOY-001 @must
  Scenario: One
    Then "ana" of app "shop" may search for "a"
"""
QUESTION = """
  @TOY-001
  Scenario Outline: What it is
    Prose about it.

    Given "ana" of app "shop" remembers "<text>"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: a word
      Prose about the answer.
      Source (adk-go-1.7, adk-go-2.2): google.golang.org/adk v1.7.0 memory/inmemory.go L1-2, L7
      | text | query | what |
      | a    | a     | "a"  |
      | b    | b     | "b"  |

    @adk-java-1.8
    Examples: nothing
      | query | what    | text |
      | b     | nothing | b    |
      | a     | nothing | a    |
"""


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(SpecificationError) as caught:
        specification(folder, text)
    return caught.value.problems


def test_a_behaviour_knows_where_it_stands(tmp_path: Path) -> None:
    one = behaviour(tmp_path, REQUIREMENT, "scope/names/toy.feature")

    assert (one.id, one.kind, one.level, one.title) == ("TOY-001", Kind.REQUIREMENT, Level.MUST, "One")
    assert (one.topic, one.path, one.line) == ("scope", "scope/names/toy.feature", 4)
    assert one.node == "features/scope/names/toy.feature::TOY-001"


def test_backgrounds_stand_before_every_scenario_and_that_of_a_rule_only_within_it(tmp_path: Path) -> None:
    text = """Feature: Toys
  Background:
    Given of the feature

  @TOY-001 @must
  Scenario: Outside
    Then outside

  Rule: A rule
    Background:
      Given of the rule

    @TOY-002 @must
    Scenario: Inside
      Then inside

  Rule: Another rule
    @TOY-003 @should
    Scenario: Elsewhere
      Then elsewhere
"""
    found = specification(tmp_path, text).behaviours

    assert [[step.text for step in one.cases[0].steps] for one in found] == [
        ["of the feature", "outside"],
        ["of the feature", "of the rule", "inside"],
        ["of the feature", "elsewhere"],
    ]
    assert [one.rule for one in found] == [None, "A rule", "Another rule"]


def test_tags_of_feature_and_rule_hold_for_every_scenario(tmp_path: Path) -> None:
    text = """@must
Feature: Toys
  @needs:add_events
  Rule: A rule
    @TOY-001 @broken:adk-java-1.8
    Scenario: Inside
      Then inside
"""
    (one,) = specification(tmp_path, text).behaviours

    assert (one.level, one.needs, one.broken) == (Level.MUST, frozenset({"add_events"}), frozenset({"adk-java-1.8"}))


def test_and_means_what_the_step_before_it_means(tmp_path: Path) -> None:
    text = """
  @TOY-001 @must
  Scenario: One
    Given a
    And b
    When c
    But d
    Then e
    * f
"""
    (case,) = behaviour(tmp_path, text).cases

    assert [step.keyword for step in case.steps] == ["given", "given", "when", "when", "then", "then"]


def test_rows_that_do_the_same_are_one_case_whatever_the_order_of_rows_and_columns(tmp_path: Path) -> None:
    one = behaviour(tmp_path, QUESTION)

    assert [[step.text for step in case.steps][1] for case in one.cases] == [
        '"ana" of app "shop" searches for "a"',
        '"ana" of app "shop" searches for "b"',
    ]
    assert [{number: [step.text for step in thens] for number, thens in case.thens.items()} for case in one.cases] == [
        {0: ['"a" comes back'], 1: ["nothing comes back"]},
        {0: ['"b" comes back'], 1: ["nothing comes back"]},
    ]


def test_an_answer_has_a_title_references_and_sources(tmp_path: Path) -> None:
    one = behaviour(tmp_path, QUESTION)
    (source,) = one.answers[0].sources

    assert [answer.title for answer in one.answers] == ["a word", "nothing"]
    assert one.answers[0].references == {"adk-go-1.7", "adk-go-2.2"}
    assert source.references == ("adk-go-1.7", "adk-go-2.2")
    assert source.where == "google.golang.org/adk v1.7.0 memory/inmemory.go L1-2, L7"
    assert one.answers[1].sources == ()
    assert one.description == "Prose about it."


def test_a_source_is_found_on_the_line_where_it_stands(tmp_path: Path) -> None:
    behaviour(tmp_path, QUESTION)
    lines = (tmp_path / "scope/toy.feature").read_text(encoding="utf-8").splitlines()
    (source,) = read_specification(tmp_path).behaviours[0].answers[0].sources

    assert lines[source.line - 1].strip().startswith("Source")


def test_the_data_of_a_requirement_are_its_cases_and_all_its_steps_are_played_in_each(tmp_path: Path) -> None:
    text = """
  @TOY-001 @must
  Scenario Outline: <what>
    Given "ana" of app "shop" adds the session "monday":
      | text   |
      | <what> |
    Then "ana" of app "shop" finds it by "<what>"

    Examples:
      | what |
      | a    |
    Examples: more
      | what |
      | b    |
"""
    cases = behaviour(tmp_path, text).cases

    assert [case.steps[0].table for case in cases] == [({"text": "a"},), ({"text": "b"},)]
    assert [case.steps[1].text for case in cases] == [f'"ana" of app "shop" finds it by "{what}"' for what in "ab"]
    assert all(case.thens == {} for case in cases)


def test_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for number, name in enumerate(["writing/b", "scope/z", "writing/a"]):
        text = REQUIREMENT.replace("TOY-001", f"TOY-00{number}")
        found = specification(tmp_path, f"Feature: Toys\n{text}", f"{name}.feature")

    assert [one.path for one in found.behaviours] == ["scope/z.feature", "writing/a.feature", "writing/b.feature"]
    assert found.topics == ["scope", "writing"]


FAULTS = [
    ("no id", "@must\nScenario: One\n  Given a", 3, "“One” needs one id tag such as @DIGITS-001, and has 0"),
    ("two ids", "@TOY-001 @TOY-002 @must\nScenario: One\n  Given a", 3, "“One” needs one id tag such as @DIGITS-001"),
    ("a mistyped tag", "@TOY-001 @must @mutst\nScenario: One\n  Given a", 2, "@mutst is no tag here"),
    ("a mistyped id", "@TOY-001 @must @TOY-1\nScenario: One\n  Given a", 2, "@TOY-1 is no tag here"),
    ("a tag in capitals", "@TOY-001 @Must\nScenario: One\n  Given a", 2, "@Must is no tag here"),
    ("two levels", "@TOY-001 @must @should\nScenario: One\n  Given a", 3, "TOY-001 is both @must and @should"),
    ("no level and no answers", "@TOY-001\nScenario: One\n  Given a", 3, "TOY-001 is neither @must nor @should"),
    (
        "a title that is taken",
        "@TOY-001 @must\nScenario: One\n  Given a\n@TOY-002 @must\nScenario: One\n  Given b",
        6,
        "a second scenario of this file is called “One” (line 3)",
    ),
    (
        "an id that is taken",
        "@TOY-001 @must\nScenario: One\n  Given a\n@TOY-001 @must\nScenario: Two\n  Given b",
        6,
        "the id TOY-001 is that of scope/toy.feature:3 already",
    ),
    (
        "a backslash that would mean another thing in a step",
        "@TOY-001 @must\nScenario Outline: One\n  Then <a>\n  Examples:\n    | a    |\n    | x\\\\n |",
        7,
        r"a backslash in a table is written \u005c",
    ),
    (
        "a doc string",
        '@TOY-001 @must\nScenario: One\n  Given a\n    """\n    b\n    """',
        4,
        "doc strings have no meaning",
    ),
    (
        "a column that is not there",
        "@TOY-001 @must\nScenario Outline: One\n  Given <b>\n  Examples:\n    | a |\n    | 1 |",
        4,
        "<b> is no column of the Examples",
    ),
    ("no table", "@TOY-001\nScenario Outline: One\n  Given <b>\n  @adk-go-1.7\n  Examples: x", 6, "have no table"),
    (
        "tags on mere data",
        "@TOY-001 @must\nScenario Outline: One\n  Given <a>\n  @adk-go-1.7\n  Examples:\n    | a |\n    | 1 |",
        6,
        "the Examples of a requirement are data and bear no tags",
    ),
    (
        "a source that names nobody",
        "@TOY-001 @must\nScenario: One\n  Source: somewhere\n\n  Given a",
        4,
        "“Source: somewhere” is no source",
    ),
    ("steps without a keyword", "@TOY-001 @must\nScenario: One\n  * a", 4, "the first step begins with Given"),
    ("a keyword mistyped after others", "@TOY-001 @must\nScenario: One\n  Given a\n  Tehn b", 5, "got 'Tehn b'"),
    ("nothing to prove", "@TOY-001 @must\nScenario: One\n  Given a\n  When b", 3, "TOY-001 has no Then"),
    (
        "a table without rows",
        "@TOY-001 @must\nScenario Outline: One\n  Then <a>\n  Examples:\n    | a |",
        5,
        "these Examples have no rows",
    ),
]


@pytest.mark.parametrize(("text", "line", "what"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_fault_is_told_with_file_and_line(text: str, line: int, what: str, tmp_path: Path) -> None:
    told = problems(tmp_path, f"Feature: Toys\n{indent(text, '  ')}\n")

    assert any(re.match(rf"scope/toy\.feature:(\s\()?{line}:", one) and what in one for one in told), told


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    specification(tmp_path, f"Feature: Toys\n{REQUIREMENT}", "scope/a.feature")
    told = problems(tmp_path, "Feature: Toys\n  Scenario: A\n    Then a\n  Scenario: B\n    Then b\n")

    assert len(told) == 2


def test_a_folder_without_features_is_no_specification(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match="no feature files"):
        read_specification(tmp_path)


def test_a_file_that_is_no_text_is_told_by_name(tmp_path: Path) -> None:
    (tmp_path / "toy.feature").write_bytes(b"Feature: \xff")

    with pytest.raises(SpecificationError, match=r"^toy\.feature"):
        read_specification(tmp_path)
