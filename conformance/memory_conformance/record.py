"""From a verdict and its evidence to the row that is kept of them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from memory_conformance.evidence import Evidence, Fault, StepEvidence
from memory_conformance.exchange import fault_of
from memory_conformance.model import PROTOCOL_VERSION
from memory_conformance.probe import Probed
from memory_conformance.protocol.operations import OPERATIONS
from memory_conformance.protocol.reading import MessageError
from memory_conformance.references import NO_CLAIM, references
from memory_conformance.report.proved import LeakSeen, Proved
from memory_conformance.report.results import Called, Faulty, Played, Result, Tried
from memory_conformance.specification import Behaviour
from memory_conformance.target import Target
from memory_conformance.verdict import Mark, Verdict, Word

MOST_KEPT = 2_000
"""Leaks of one step that are kept; of more, how many they are."""


def row(behaviour: Behaviour, target: Target, verdict: Verdict, evidence: Evidence) -> Result:
    """One row out of a verdict and its evidence. The calls are kept where somebody will want to repeat them."""
    keep_calls = verdict.word is not Word.PASS
    steps: list[Played] = []
    for number, case in enumerate(evidence.cases, start=1):
        steps += [_played(step, number, None, keep_calls) for step in case.steps]
        for answer, thens in case.answers.items():
            steps += [_played(step, number, behaviour.answers[answer].title, keep_calls) for step in thens]
    claim = str(target.claim) if target.claim is not None else None
    return Result(
        backend=target.name,
        id=behaviour.id,
        topic=behaviour.topic,
        title=behaviour.title,
        kind=behaviour.kind,
        level=behaviour.level.value if behaviour.level else None,
        verdict=verdict.word,
        marks=sorted(verdict.marks),
        documented=Mark.DOCUMENTED in verdict.marks,
        answered_like=list(verdict.answered_like) if verdict.answered_like is not None else None,
        claim=claim,
        observed=verdict.observed,
        expected=verdict.expected,
        answer=verdict.answer,
        reason=verdict.reason,
        steps=steps,
        duration=round(evidence.duration, 6),
        source=_sources(behaviour, target),
        feature=f"features/{behaviour.path}",
        line=behaviour.line,
        repeat=_repeat(behaviour, target),
        trace=evidence.trace if verdict.word is not Word.PASS else None,
        log=list(evidence.log) if verdict.word is not Word.PASS else [],
    )


def _played(step: StepEvidence, case: int, answer: str | None, keep_calls: bool) -> Played:
    calls = [Called(operation=call.operation, parameters=call.parameters, answer=call.answer) for call in step.calls]
    return Played(
        case=case,
        answer=answer,
        keyword=step.keyword,
        text=step.text,
        line=step.line,
        outcome=step.outcome,
        query=step.query,
        expected=step.expected,
        actual=step.actual,
        calls=calls if keep_calls else [],
        faulty=faulty(step.fault),
        proved=_proved(step),
    )


def _proved(step: StepEvidence) -> Proved | None:
    """The proof of a step as it is kept: with the names of the first scopes that leak."""
    proof = step.proof
    if proof is None:
        return None
    counted = {name: getattr(proof, name) for name in Proved.model_fields if name not in ("leaks", "seen")}
    seen = [
        LeakSeen(
            reader=dict(step.members[leak.reader]),
            owner=None if leak.owner is None else dict(step.members[leak.owner]),
            path=leak.path,
            told=leak.told,
        )
        for leak in proof.leaks[:MOST_KEPT]
    ]
    return Proved(**counted, leaks=len(proof.leaks), seen=seen)


def tried(probed: Probed | None) -> list[Tried]:
    """The trials of a backend's operations as they are kept."""
    return [
        Tried(
            operation=one.operation.name,
            capability=one.operation.capability.value if one.operation.capability is not None else None,
            declared=one.declared,
            found=one.found.value,
            told=one.told,
            faulty=faulty(one.fault),
        )
        for one in (probed.trials if probed is not None else ())
    ]


def faulty_start(failure: BaseException) -> Faulty | None:
    """The message because of which a backend could not be started, if it was one."""
    error: BaseException | None = failure
    while error is not None and not isinstance(error, MessageError):
        # Raised from nothing, so that no trace of ours is shown; what it was raised for is kept all the same.
        error = error.__cause__ or error.__context__
    if error is None:
        return None
    operation = next((one.name for one in OPERATIONS.values() if one.result is error.kind), "")
    sent: Mapping[str, Any] = {"hello": {"protocol": PROTOCOL_VERSION}, "open": {"settings": {}}}
    return faulty(fault_of(error, operation, sent.get(operation, {}), error.found))


def faulty(fault: Fault | None) -> Faulty | None:
    """A fault of a message as it is kept."""
    if fault is None:
        return None
    return Faulty(
        operation=fault.operation,
        problem=fault.problem,
        fault=fault.speaker,
        sent=fault.sent,
        came=fault.came,
        due=fault.due,
        schema_part=fault.schema,
        log=list(fault.log),
    )


def _repeat(behaviour: Behaviour, target: Target) -> str:
    """The command that plays this again, with a claim where the backend would not make the same by itself."""
    claimed = NO_CLAIM if target.claim is None else target.claim.written
    own = target.hello.claim or NO_CLAIM
    claims = [] if claimed == own else ["--claims", claimed]
    return shlex.join(["memory-conformance", "run", *target.repeat, *claims, "--only", behaviour.id])


def _sources(behaviour: Behaviour, target: Target) -> list[str]:
    """The citations that bear on this backend: those of what it claims, or all where it claims nothing."""
    claimed = target.claim.reference if target.claim is not None else None
    tags = {claimed.tag, *claimed.answers_from.values()} if claimed is not None else set()
    every = list(behaviour.all_sources())
    if target.claim is not None and references().is_exception(behaviour, target.claim):
        return [source.where for source in references().sources_elsewhere(behaviour, target.claim)]
    own = [source for source in every if tags & set(source.references)]
    return [source.where for source in own or every]
