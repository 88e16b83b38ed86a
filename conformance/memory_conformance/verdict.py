"""Turns evidence into words. The only place that judges; pure functions over data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from memory_conformance.backend import ErrorCode, Gone, Spent
from memory_conformance.evidence import CaseEvidence, Evidence, Outcome, StepEvidence
from memory_conformance.references import Claim, References
from memory_conformance.specification import Behaviour, Kind, Level


class Word(StrEnum):
    """The six words. Only `PASS` is green; none is ever folded into another."""

    PASS = "pass"
    FAIL = "fail"
    UNDOCUMENTED = "undocumented"
    INCONCLUSIVE = "inconclusive"
    UNSUPPORTED = "unsupported"
    ERROR = "error"


class Mark(StrEnum):
    """What a report adds to a word."""

    DOCUMENTED = "documented"
    """The claimed reference is documented to break this requirement."""
    NOT_SEEN = "not seen"
    """A documented defect did not show."""
    DELIBERATE = "deliberate"
    """The backend declares this answer as its own."""
    REFUSED = "refused"
    """The backend refused an identifier: nothing was proved."""
    NOT_RUN = "not run"
    """Left out, since the calls that the run may make were made."""


@dataclass(frozen=True)
class Verdict:
    """A word, its marks, and why in one line.

    ``answered_like`` are the references whose documented answer fits what was seen; None for a requirement. ``answer`` is
    the title of the answer that was expected, by the claim or by the backend's own declaration.
    """

    word: Word
    reason: str = ""
    marks: frozenset[Mark] = frozenset()
    answered_like: tuple[str, ...] | None = None
    observed: str | None = None
    expected: str | None = None
    answer: str | None = None


def judge(
    behaviour: Behaviour,
    evidence: Evidence,
    claim: Claim | None,
    known: References,
    own_answer: str | None = None,
) -> Verdict:
    """The verdict on one behaviour. ``own_answer`` is the title of the answer that the backend declares as its own."""
    if not _whole(behaviour, evidence):
        return Verdict(Word.ERROR, "a step of it was never played, or compared nothing")
    if behaviour.kind is Kind.REQUIREMENT:
        found = _judge_requirement(behaviour, evidence, claim, known)
    else:
        found = _judge_question(behaviour, evidence, claim, known, own_answer)
    if found.word is Word.PASS and evidence.trouble is not None:
        return Verdict(Word.ERROR, evidence.trouble)
    return found


def excluded(reason: str) -> Verdict:
    """The verdict on what was never played, since the backend does not declare what it needs."""
    return Verdict(Word.UNSUPPORTED, reason)


@dataclass(frozen=True)
class GivenUp:
    """Why nothing more is asked of a backend. ``spent``: the calls that the run may make were made."""

    reason: str
    spent: bool = False

    @classmethod
    def after(cls, behaviour_id: str, gone: Gone) -> GivenUp:
        """What is said of everything after the behaviour in which it ended."""
        if isinstance(gone, Spent):
            return cls(gone.message, spent=True)
        return cls(f"given up after {behaviour_id}: {gone.message}")


def not_played(given_up: GivenUp) -> Verdict:
    """The verdict on what was left out, since nothing more is asked of the backend."""
    return Verdict(Word.ERROR, given_up.reason, frozenset({Mark.NOT_RUN}) if given_up.spent else frozenset())


def _whole(behaviour: Behaviour, evidence: Evidence) -> bool:
    """Whether there is evidence of every step: where nothing was seen, nothing was wrong, and nothing proved either."""
    if not behaviour.cases or len(evidence.cases) != len(behaviour.cases):
        return False
    return all(
        len(seen.steps) == len(case.steps)
        and seen.answers.keys() == case.thens.keys()
        and not any(step.keyword == "then" and step.outcome is Outcome.DONE for step in seen.steps)
        for seen, case in zip(evidence.cases, behaviour.cases, strict=True)
    )


def _judge_requirement(behaviour: Behaviour, evidence: Evidence, claim: Claim | None, known: References) -> Verdict:
    steps = [step for case in evidence.cases for step in case.steps]
    found = (
        _first(steps, Outcome.BROKEN, Word.FAIL)
        or _first(steps, Outcome.FAILED, Word.FAIL)
        or _first(steps, Outcome.CRASHED, Word.ERROR)
        or _first(steps, Outcome.UNPROVED, Word.INCONCLUSIVE)
        or _refused(evidence)
        or _first(steps, Outcome.OUT_OF_REACH, Word.UNSUPPORTED)
        or Verdict(Word.PASS)
    )
    if claim is None or not known.breaks(behaviour, claim.reference.tag):
        return found
    if found.word in (Word.FAIL, Word.INCONCLUSIVE):
        return Verdict(
            Word.FAIL, found.reason, frozenset({Mark.DOCUMENTED}), observed=found.observed, expected=found.expected
        )
    if found.word is Word.PASS:
        return Verdict(Word.PASS, f"{claim.reference.tag} is documented to break this", frozenset({Mark.NOT_SEEN}))
    return found


def _judge_question(
    behaviour: Behaviour, evidence: Evidence, claim: Claim | None, known: References, own_answer: str | None
) -> Verdict:
    steps = [step for case in evidence.cases for step in case.steps]
    ended = (
        _first(steps, Outcome.CRASHED, Word.ERROR)
        or _missing(evidence)
        or _first(steps, Outcome.UNPROVED, Word.INCONCLUSIVE)
        or _refused(evidence)
    )
    if ended is not None:
        return ended
    fitting = [number for number in range(len(behaviour.answers)) if _fits(number, evidence)]
    like = tuple(tag for tag in known.by_tag if known.answer(behaviour, tag) in fitting)
    observed = _observed(evidence)
    titles = [answer.title for answer in behaviour.answers]
    deliberate = own_answer is not None
    expected = titles.index(own_answer) if own_answer is not None else None
    if expected is None and claim is not None:
        expected = known.answer(behaviour, claim.reference.tag, claim.release)
    if expected is None:
        word = Word.PASS if fitting else Word.UNDOCUMENTED
        reason = "" if fitting else f"no documented answer fits {observed}"
        return Verdict(word, reason, answered_like=like, observed=observed)
    documented = _thens(expected, evidence)
    marks = frozenset({Mark.DELIBERATE}) if deliberate else frozenset[Mark]()
    if expected in fitting:
        return Verdict(Word.PASS, "", marks, like, observed, documented, titles[expected])
    who = "the backend declares" if deliberate else f"{claim} answers"
    reason = f"{who} “{titles[expected]}” ({documented}); seen: {observed}"
    return Verdict(Word.FAIL, reason, marks, like, observed, documented, titles[expected])


def _first(steps: Iterable[StepEvidence], outcome: Outcome, word: Word) -> Verdict | None:
    """The verdict that the first step of an outcome gives."""
    for step in steps:
        if step.outcome is outcome:
            expected = f" expected {step.expected};" if step.expected else ""
            seen = {Outcome.FAILED: "answered", Outcome.CRASHED: "no answer"}.get(outcome, "seen")
            reason = f"{step.keyword.title()} {step.text}:{expected} {seen}: {step.actual}"
            return Verdict(word, reason, observed=step.actual, expected=step.expected)
    return None


def _refused(evidence: Evidence) -> Verdict | None:
    """The verdict where an identifier was refused in at least one case: nothing about it was proved."""
    refusals = [step for case in evidence.cases for step in case.steps if step.outcome is Outcome.REFUSED]
    if not refusals:
        return None
    cases = len(evidence.cases)
    counted = f"in {len(refusals)} of {cases} cases; " if cases > 1 else ""
    reason = f"{counted}{refusals[0].text}: answered: {refusals[0].actual}"
    return Verdict(Word.UNSUPPORTED, reason, frozenset({Mark.REFUSED}), observed=refusals[0].actual)


def _missing(evidence: Evidence) -> Verdict | None:
    """A capability that was declared and is not there is a failure, whatever the question."""
    for case in evidence.cases:
        error = case.observation.error if case.observation is not None else None
        if error is not None and error.code is ErrorCode.UNSUPPORTED:
            return Verdict(Word.FAIL, f"declared, and missing: {error.message}", observed=str(error))
    return None


def _fits(answer: int, evidence: Evidence) -> bool:
    """Whether every Then of an answer held, in every case."""
    return all(
        case.answers.get(answer) and all(step.outcome is Outcome.HELD for step in case.answers[answer])
        for case in evidence.cases
    )


def _observed(evidence: Evidence) -> str:
    return "; ".join(_seen(case) for case in evidence.cases)


def _seen(case: CaseEvidence) -> str:
    """What a case showed: the observation, or the property that the Thens look at."""
    looked_at = {step.actual for steps in case.answers.values() for step in steps if step.actual}
    if len(looked_at) == 1:
        return next(iter(looked_at))
    return case.observation.describe() if case.observation is not None else "nothing was searched for"


def _thens(answer: int, evidence: Evidence) -> str:
    return "; ".join(", ".join(step.expected or "" for step in case.answers.get(answer, ())) for case in evidence.cases)


class FailOn(StrEnum):
    """What beside a broken requirement or claim may turn a run red."""

    SHOULD = "should"
    UNDOCUMENTED = "undocumented"
    UNSUPPORTED = "unsupported"
    INCONCLUSIVE = "inconclusive"


def is_red(word: Word, level: Level | None, documented: bool, fail_on: frozenset[FailOn] = frozenset()) -> bool:
    """Whether a result counts as found: a failed or inconclusive @must, a broken claim, or what ``fail_on`` adds."""
    if word is Word.FAIL:
        return not documented and (level is not Level.SHOULD or FailOn.SHOULD in fail_on)
    if word is Word.INCONCLUSIVE:
        return level is Level.MUST or FailOn.INCONCLUSIVE in fail_on
    return (word is Word.UNDOCUMENTED and FailOn.UNDOCUMENTED in fail_on) or (
        word is Word.UNSUPPORTED and FailOn.UNSUPPORTED in fail_on
    )


def exit_code(found: bool, failed: bool) -> int:
    """0 as expected, 1 something found, 3 an error of a harness. What was found outranks what failed."""
    return 1 if found else 3 if failed else 0
