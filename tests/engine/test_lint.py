"""Each rule of the lint finds its fault on the line where it stands, and our own features keep them all."""

from pathlib import Path

import pytest

from engine.toys import specification
from memory_conformance.lint import main, problems
from memory_conformance.references import references
from memory_conformance.specification import SpecificationError, read_specification

REQUIREMENT = """Feature: A toy
  @TOY-001 @must
  Scenario: It is kept
    Given "ana" of app "shop" adds the session "monday":
      | text       | time                 |
      | a blue pot | 2026-03-05T09:30:00Z |
    Then "ana" of app "shop" finds "a blue pot" by "pot"
"""
QUESTION = """Feature: A toy
  @TOY-001
  Scenario Outline: A piece of a word
    Given a word stored nowhere finds nothing
    And "ana" of app "shop" remembers "a blue pot"
    And "ana" of app "shop" finds it by "blue"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @segmented
    Examples: it is found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L1-2, L7
      | query | what         |
      | po    | "a blue pot" |
      | blu   | "a blue pot" |

    @adk-java-1.8
    Examples: it is not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49
      | query | what    |
      | po    | nothing |
      | blu   | nothing |
"""
BROKEN = """Feature: A toy
  @TOY-001 @must @broken:adk-java-1.8
  Scenario: It is kept
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49

    Given "ana" of app "shop" remembers "a blue pot"
    Then "ana" of app "shop" finds it by "pot"
"""
JAVA = "com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49"


def lint(folder: Path, text: str, file: str = "finding/toy.feature") -> list[str]:
    return problems(specification(folder, text, file), references())


@pytest.mark.parametrize("text", [REQUIREMENT, QUESTION, BROKEN], ids=["a requirement", "a question", "a defect"])
def test_what_keeps_the_rules_has_no_problems(text: str, tmp_path: Path) -> None:
    assert lint(tmp_path, text) == []


FAULTS = [
    ("no sentence", REQUIREMENT, 'finds "a blue', 'discovers "a blue', 7, "no sentence under Then reads"),
    ("an escape", REQUIREMENT, 'by "pot"', r'by "p\ot"', 7, "no JSON string"),
    ("a time", REQUIREMENT, "2026-03-05T09:30:00Z", "2026-13-05T09:30:00Z", 4, "is no time"),
    ("a cell", REQUIREMENT, "a blue pot |", r"a \q pot   |", 4, "no JSON string"),
    ("a column", REQUIREMENT, "| time ", "| tmie ", 4, "no column is called tmie"),
    ("no text at all", REQUIREMENT, "| text ", "| author ", 4, "the table lacks the column text"),
    ("a table missing", QUESTION, 'remembers "a blue pot"', 'adds the session "monday":', 5, "a table with rows"),
    (
        "a table too many",
        REQUIREMENT,
        'adds the session "monday":',
        'adds the session "monday" without events',
        4,
        "no table may",
    ),
    ("nothing that it is", BROKEN, 'remembers "a blue pot"', 'may search for "x"', 6, "no sentence under Given"),
    ("it before it was said", REQUIREMENT, 'finds "a blue pot" by', "finds it by", 7, "“it” stands for nothing"),
    ("a step taken for prose", BROKEN, "Given", "Gvien", 3, "is it meant as a step?"),
    (
        "an unknown capability",
        REQUIREMENT,
        "@must",
        "@must @needs:telepathy",
        3,
        "@needs:telepathy: no such capability",
    ),
    ("an unknown answerer", QUESTION, "@segmented", "@segmanted", 11, "@segmanted: no such reference"),
    (
        "an unknown breaker",
        BROKEN,
        "@broken:adk-java-1.8",
        "@broken:adk-java-9",
        3,
        "@broken:adk-java-9: no such reference",
    ),
    ("a derived answerer", QUESTION, "@segmented", "@adk-go-2.4", 11, "adk-go-2.4: it answers as adk-go-1.7"),
    (
        "an operation not named",
        BROKEN,
        "Then",
        'When "ana" of app "shop" deletes all memories\n    Then',
        7,
        "TOY-001 needs @needs:delete_user",
    ),
    (
        "an answer without a source",
        QUESTION,
        f"Source (adk-java-1.8): {JAVA}",
        "",
        18,
        "adk-java-1.8 has no Source here",
    ),
    ("a defect without a source", BROKEN, f"Source (adk-java-1.8): {JAVA}", "", 3, "adk-java-1.8 has no Source here"),
    ("a source for nobody", QUESTION, "Source (adk-go-1.7)", "Source (adk-go-1.7, adk-js-2.0)", 12, "names adk-js-2.0"),
    (
        "a source without lines",
        QUESTION,
        "inmemory.go L1-2, L7",
        "inmemory.go",
        12,
        "is not of the form PROJECT RELEASE",
    ),
    (
        "a source without a release",
        QUESTION,
        "adk v1.7.0 memory",
        "adk memory",
        12,
        "is not of the form PROJECT RELEASE",
    ),
    (
        "a source of another project",
        QUESTION,
        JAVA,
        "google-adk 1.8.0 a.py L1",
        19,
        "adk-java-1.8 is of com.google.adk",
    ),
    ("a case left out", QUESTION, "      | blu   | nothing |\n", "", 18, "leaves out 1 of the 2 cases"),
    ("nobody's answer", QUESTION, "@adk-java-1.8\n", "\n", 18, "“it is not” is the answer of no reference"),
    (
        "two answers of one",
        QUESTION,
        "@adk-java-1.8",
        "@adk-java-1.8 @segmented",
        18,
        "segmented gives an answer already",
    ),
    ("two answers of one name", QUESTION, "it is not", "it is found", 18, "a second answer is called “it is found”"),
    ("two answers that are one", QUESTION, "nothing |", '"a blue pot" |', 18, "reads the same as “it is found”"),
    ("a Then that asks", QUESTION, "Then", 'Then "ana" of app "shop" may search for "a"\n    And', 8, "asks again"),
    (
        "no positive control",
        QUESTION,
        '    And "ana" of app "shop" finds it by "blue"\n',
        "",
        3,
        "no Given that proves that something can be found",
    ),
    (
        "no negative control",
        QUESTION,
        "Given a word stored nowhere finds nothing\n    And",
        "Given",
        3,
        "asks what matches",
    ),
    (
        "amounts",
        BROKEN,
        "finds it by",
        'may search for "a"\n    And 1 memories come back\n    And "ana" of app "shop" finds it by',
        8,
        "speaks of amounts",
    ),
    (
        "more than nine",
        BROKEN,
        'remembers "a blue pot"',
        'remembers the 10 texts "n 1" to "n 10"',
        3,
        "keeps 10 memories",
    ),
]


@pytest.mark.parametrize(
    ("text", "right", "wrong", "line", "what"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_is_found_where_it_stands(
    text: str, right: str, wrong: str, line: int, what: str, tmp_path: Path
) -> None:
    assert right in text
    found = lint(tmp_path, text.replace(right, wrong))

    assert any(one.startswith(f"finding/toy.feature:{line}: ") and what in one for one in found), found


def test_nine_memories_are_kept_by_a_scope_and_a_session_added_again_counts_once(tmp_path: Path) -> None:
    nine = 'remembers the 9 texts "note 1" to "note 9"'
    more = """    Given "ben" of app "shop" remembers "a blue pot"
    And "ana" of app "shop" adds the session "s1" again:
      | text   |
      | note 1 |
    Then"""

    assert lint(tmp_path, BROKEN.replace('remembers "a blue pot"', nine).replace("    Then", more)) == []


def test_events_added_to_a_session_count_and_what_was_deleted_does_not(tmp_path: Path) -> None:
    added = """remembers the 9 texts "note 1" to "note 9"
    And "ana" of app "shop" remembers "a blue pot" in session "monday"
    And "ana" of app "shop" adds to the session "monday":
      | text |
      | a    |
"""
    text = BROKEN.replace("@must", "@must @needs:add_events @needs:delete_session")
    text = text.replace('remembers "a blue pot"\n', added)
    again = """    And "ana" of app "shop" deletes the session "monday"
    And "ana" of app "shop" remembers "a red pot"
    Then"""

    assert any("keeps 11 memories" in one for one in lint(tmp_path, text))
    assert any("keeps 10 memories" in one for one in lint(tmp_path, text.replace("    Then", again)))


def test_what_is_not_asked_for_matches_needs_no_negative_control(tmp_path: Path) -> None:
    without = QUESTION.replace("Given a word stored nowhere finds nothing\n    And", "Given")

    assert lint(tmp_path, without, "results/toy.feature") == []


def test_ours_need_no_source(tmp_path: Path) -> None:
    without = QUESTION.replace("@adk-go-1.7 @segmented", "@adk-go-1.7").replace("@adk-java-1.8", "@segmented")

    assert lint(tmp_path, without.replace(f"      Source (adk-java-1.8): {JAVA}\n", "")) == []


def test_a_source_may_be_of_another_major_version_of_the_module(tmp_path: Path) -> None:
    assert lint(tmp_path, QUESTION.replace("google.golang.org/adk v1.7.0", "google.golang.org/adk/v2 v2.4.0")) == []


def test_the_command_prints_each_problem_and_says_whether_there_was_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specification(tmp_path, QUESTION)
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""

    specification(tmp_path, QUESTION.replace("@segmented", "@segmanted"))
    assert main([str(tmp_path)]) == 1
    assert "scope/toy.feature:11: @segmanted: no such reference" in capsys.readouterr().out

    with pytest.raises(SpecificationError):
        specification(tmp_path, QUESTION.replace("@TOY-001", "@TOY"))
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("scope/toy.feature:")


def test_our_features_keep_the_rules() -> None:
    assert problems(read_specification(), references()) == []
