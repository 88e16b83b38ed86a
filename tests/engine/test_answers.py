"""The whole specification on every built-in reference: each gives its own answers, and claims of another's are red."""

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from memory_conformance.cli import main
from memory_conformance.connect.connectable import connect
from memory_conformance.evidence import Evidence
from memory_conformance.model import Hello
from memory_conformance.plan import why_excluded
from memory_conformance.play import Play, script
from memory_conformance.references import references
from memory_conformance.specification import Behaviour, Level, Specification, read_specification
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.verdict import Mark, Verdict, Word, is_red, judge

KNOWN = references()
NEEDS_ADK = {"adk-python-2.13"}
BUILT_IN = [tag for tag, reference in KNOWN.by_tag.items() if reference.backend is not None]


def on(*tags: str) -> object:
    """References as a parameter of a test, which needs what they need."""
    marks = [pytest.mark.requires("adk")] if NEEDS_ADK & set(tags) else []
    return pytest.param(*tags, marks=marks, id=" as ".join(tags))


@cache
def specification() -> Specification:
    """Our own, read once."""
    return read_specification()


@cache
def played(tag: str) -> tuple[Hello, Mapping[str, Evidence]]:
    """Everything that can be played on a reference, played once; judging it costs nothing."""
    backend = connect(tag).backend
    hello = backend.hello()
    control = NegativeControl("quinfenwex")
    evidence = {}
    for behaviour in specification().behaviours:
        if why_excluded(behaviour, hello) is None:
            play = Play(backend, hello, control, "")
            for line in script(behaviour):
                play.perform(line)
            evidence[behaviour.id] = play.end()
    backend.disconnect()
    return hello, evidence


def verdicts(tag: str, claim: str | None) -> list[tuple[Behaviour, Verdict]]:
    """What a reference is given for everything that can be played on it, held to a claim."""
    _, evidence = played(tag)
    claimed = KNOWN.claim(claim) if claim else None
    return [
        (one, judge(one, evidence[one.id], claimed, KNOWN)) for one in specification().behaviours if one.id in evidence
    ]


def red(tag: str, claim: str | None) -> list[str]:
    """The ids that turn a run red."""
    return [
        one.id
        for one, verdict in verdicts(tag, claim)
        if is_red(verdict.word, one.level, Mark.DOCUMENTED in verdict.marks)
    ]


def differ(one: str, other: str) -> bool:
    """Whether two references are documented to answer differently to a question that can be played on the first."""
    return any(
        None not in (mine := KNOWN.answer(asked, one), theirs := KNOWN.answer(asked, other)) and mine != theirs
        for asked, _ in verdicts(one, None)
    )


def breaks_more(one: str, other: str) -> bool:
    """Whether one reference is documented to break a requirement that the other keeps."""
    return any(KNOWN.breaks(asked, one) and not KNOWN.breaks(asked, other) for asked, _ in verdicts(one, None))


@cache
def topics(tag: str) -> frozenset[str]:
    """The topics of which a reference has answers. What a client of a managed memory finds is the answer of the service behind it."""
    return frozenset(one.topic for one in specification().behaviours if KNOWN.answer(one, tag) is not None)


EACH = [on(tag) for tag in BUILT_IN]
PAIRS = [on(tag, claim) for tag, claim in permutations(BUILT_IN, 2) if topics(claim) <= topics(tag)]


@pytest.mark.parametrize("tag", EACH)
def test_a_reference_gives_its_own_answers(tag: str) -> None:
    asked = [(one, verdict) for one, verdict in verdicts(tag, None) if KNOWN.answer(one, tag) is not None]

    assert asked
    assert [(one.id, verdict.observed) for one, verdict in asked if tag not in (verdict.answered_like or ())] == []


@pytest.mark.parametrize("tag", EACH)
def test_a_reference_gives_no_answer_that_nobody_documents(tag: str) -> None:
    found = [(one, verdict) for one, verdict in verdicts(tag, None) if verdict.word is Word.UNDOCUMENTED]

    assert [(one.id, verdict.observed) for one, verdict in found if one.topic in topics(tag)] == []


@pytest.mark.parametrize("tag", EACH)
def test_a_reference_that_claims_itself_is_not_red_and_shows_every_documented_defect(tag: str) -> None:
    assert red(tag, tag) == []
    assert [one.id for one, verdict in verdicts(tag, tag) if Mark.NOT_SEEN in verdict.marks] == []


@pytest.mark.parametrize("tag", EACH)
def test_without_a_claim_the_documented_defects_alone_are_red(tag: str) -> None:
    broken = [one.id for one, _ in verdicts(tag, None) if one.level is Level.MUST and KNOWN.breaks(one, tag)]

    assert red(tag, None) == broken


@pytest.mark.parametrize("tag", EACH)
def test_a_reference_gives_the_answers_of_no_other_that_differs(tag: str) -> None:
    others = {other for other in KNOWN.by_tag if other != tag and differ(tag, other)}
    told_apart = {
        other
        for one, verdict in verdicts(tag, None)
        for other in others
        if KNOWN.answer(one, other) is not None and other not in (verdict.answered_like or (other,))
    }

    assert others
    assert told_apart == others


@pytest.mark.parametrize(("tag", "claim"), PAIRS)
def test_a_claim_of_another_reference_is_red_where_the_two_differ(tag: str, claim: str) -> None:
    assert bool(red(tag, claim)) == (differ(tag, claim) or breaks_more(tag, claim))


def test_a_derived_reference_differs_in_no_memory_from_one_that_it_answers_from_and_in_no_tool_from_the_other() -> None:
    def topics(other: str) -> set[str]:
        return {
            asked.topic
            for asked, _ in verdicts("adk-go-2.4", None)
            if KNOWN.answer(asked, "adk-go-2.4") != KNOWN.answer(asked, other)
        }

    assert topics("adk-go-1.7") == {"tools"}
    assert topics("adk-go-2.2") != set()
    assert "tools" not in topics("adk-go-2.2")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run notes in the current folder what was red."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("elsewhere")
def test_the_command_ends_red_on_a_false_claim_and_names_what_differs() -> None:
    run = CliRunner().invoke(main, ["run", "adk-go-1.7", "--claims", "adk-java-1.8", "--only", "DIGITS-* or LIMIT-*"])

    assert run.exit_code == 1
    assert "DIGITS-001" in run.output
    assert "LIMIT-001" in run.output


@pytest.mark.usefixtures("elsewhere")
def test_the_command_ends_green_on_a_true_claim() -> None:
    run = CliRunner().invoke(main, ["run", "adk-go-1.7", "--claims", "adk-go@1.7.0", "--only", "DIGITS-* or LIMIT-*"])

    assert run.exit_code == 0
