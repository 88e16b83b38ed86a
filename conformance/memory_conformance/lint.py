"""Holds features against the rules that the reader cannot see: ``python -m memory_conformance.lint [FOLDER]``.

Prints a line ``file:line: what is wrong`` for each problem, and exits 1 if there is any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from memory_conformance.citations.cited import CitationError, cited, library_of, read_citation, release_of
from memory_conformance.citations.record import FILE, faults, read_record
from memory_conformance.means import Means
from memory_conformance.model import Capability
from memory_conformance.references import References, UsageError, did_you_mean, references
from memory_conformance.rehearsal import rehearse
from memory_conformance.sentence import NEGATIVE_CONTROL, SentenceError, Speech
from memory_conformance.specification import (
    Behaviour,
    Kind,
    Source,
    Specification,
    SpecificationError,
    Step,
    features_folder,
    read_specification,
)
from memory_conformance.steps.vocabulary import Reading, read, sentences

MOST_MEMORIES = 9
"""What a requirement may keep in one scope: many services return ten at most, unless they are asked for more."""

Problem = tuple[int, str]
"""A line of the feature, and what is wrong there."""


def problems(specification: Specification, known: References) -> list[str]:
    """Everything that is wrong, as ``file:line: what is wrong``, in the order of files and lines."""
    return [
        f"{behaviour.path}:{line}: {what}"
        for behaviour in specification.behaviours
        for line, what in sorted(set(problems_of(behaviour, known)))
    ]


def problems_of(behaviour: Behaviour, known: References) -> Iterator[Problem]:
    """Everything that is wrong with one behaviour."""
    yield from steps_that_cannot_be_played(behaviour)
    yield from steps_taken_for_prose(behaviour)
    yield from unknown_names(behaviour, known)
    yield from missing_needs(behaviour)
    yield from faults_of_sources(behaviour, known)
    if behaviour.kind is Kind.REQUIREMENT:
        yield from amounts_in_a_requirement(behaviour)
    else:
        yield from faults_of_answers(behaviour, known)
        yield from thens_that_do_not_observe(behaviour)
        yield from missing_controls(behaviour)


def steps_that_cannot_be_played(behaviour: Behaviour) -> Iterator[Problem]:
    """Steps that no sentence or more than one reads, values that mean nothing, tables that are amiss."""
    for case in behaviour.cases:
        for step, what in rehearse(case).problems:
            yield step.line, what


def steps_taken_for_prose(behaviour: Behaviour) -> Iterator[Problem]:
    """Steps whose keyword is mistyped: Gherkin takes what stands before the first step for a description."""
    for sentence in sentences():
        if "{user}" in sentence.template and sentence.pattern.search(behaviour.description):
            yield (
                behaviour.line,
                f"the description of {behaviour.id} says “{sentence.template}”: is it meant as a step?",
            )


def unknown_names(behaviour: Behaviour, known: References) -> Iterator[Problem]:
    """Tags that name no capability or no reference, or a reference whose answers are those of another."""
    capabilities = [capability.value for capability in Capability] + [means.value for means in Means]
    for name in behaviour.needs - set(capabilities):
        yield behaviour.line, f"@needs:{name}: no such capability; {did_you_mean(name, capabilities)}"
    tagged = [(behaviour.line, "@broken:", tag) for tag in behaviour.broken]
    tagged += [(answer.line, "@", tag) for answer in behaviour.answers for tag in answer.references]
    for line, prefix, tag in tagged:
        if tag not in known.by_tag:
            yield line, f"{prefix}{tag}: no such reference; {did_you_mean(tag, list(known.by_tag))}"
        elif known.by_tag[tag].upstream and "*" in known.by_tag[tag].answers_from:
            yield line, f"{prefix}{tag}: it answers as {known.by_tag[tag].answers_from['*']} and has no tag of its own"


def missing_needs(behaviour: Behaviour) -> Iterator[Problem]:
    """Optional operations that are used and not named by @needs."""
    for step, reading in _readings(behaviour):
        capability = reading.sentence.capability
        if capability is not None and capability.value not in behaviour.needs:
            yield step.line, f"“{step.text}” uses an optional operation: {behaviour.id} needs @needs:{capability.value}"


def faults_of_sources(behaviour: Behaviour, known: References) -> Iterator[Problem]:
    """Upstream references without a source, and sources that say nothing of use."""
    blocks = [(behaviour.line, behaviour.broken, behaviour.sources)]
    blocks += [(answer.line, answer.references, answer.sources) for answer in behaviour.answers]
    for line, tags, sources in blocks:
        sourced = {tag for source in sources for tag in source.references}
        for tag in tags - sourced:
            if tag in known.by_tag and known.by_tag[tag].upstream:
                yield line, f"{tag} has no Source here"
        for source in sources:
            yield from _faults_of_source(source, tags, known)


def _faults_of_source(source: Source, tags: frozenset[str], known: References) -> Iterator[Problem]:
    for tag in source.references:
        if tag not in tags:
            yield source.line, f"the Source names {tag}, which is not tagged here"
    try:
        citation = read_citation(source.where)
        release_of(citation)
    except CitationError as error:
        yield source.line, str(error)
        return
    for tag in source.references:
        if tag in known.by_tag:
            of_tag = known.by_tag[tag].artifact.split()[0]
            if library_of(citation.artifact) != library_of(of_tag):
                yield source.line, f"the Source is {citation.artifact}, and {tag} is of {of_tag}"


def faults_of_answers(behaviour: Behaviour, known: References) -> Iterator[Problem]:
    """Answers that cannot be told apart, that leave out a case, or that nobody gives."""
    numbers = range(len(behaviour.answers))
    for number in numbers:
        answer = behaviour.answers[number]
        if not answer.references:
            yield answer.line, f"“{answer.title}” is the answer of no reference"
        missing = sum(not case.thens.get(number) for case in behaviour.cases)
        if missing:
            yield (
                answer.line,
                f"“{answer.title}” leaves out {missing} of the {len(behaviour.cases)} cases of {behaviour.id}",
            )
    for one, other in combinations(numbers, 2):
        first, second = behaviour.answers[one], behaviour.answers[other]
        if first.title == second.title:
            yield second.line, f"a second answer is called “{second.title}” (line {first.line})"
        if _read_the_same(behaviour, one, other):
            yield second.line, f"“{second.title}” reads the same as “{first.title}”"
        for tag in first.references & second.references:
            yield second.line, f"{tag} gives an answer already (line {first.line})"


def _read_the_same(behaviour: Behaviour, one: int, other: int) -> bool:
    return all(
        {step.key() for step in case.thens.get(one, ())} == {step.key() for step in case.thens.get(other, ())}
        for case in behaviour.cases
    )


def thens_that_do_not_observe(behaviour: Behaviour) -> Iterator[Problem]:
    """Thens of a question that make calls of their own: a case is played once, whatever the answers."""
    for step, reading in _readings(behaviour):
        if step.keyword == "then" and reading.sentence.speech is not Speech.OBSERVED:
            yield step.line, f"“{step.text}” asks again; the Thens of a question speak of what came back"


def missing_controls(behaviour: Behaviour) -> Iterator[Problem]:
    """Empty answers of which nothing proves that they could be otherwise; matching without the negative control."""
    controls = [
        {step.text for step, reading in _read_all(case.steps) if reading.sentence.speech is Speech.CONTROL}
        for case in behaviour.cases
    ]
    if any(_is_empty(reading) for _, reading in _readings(behaviour)) and not all(
        control - {NEGATIVE_CONTROL} for control in controls
    ):
        yield (
            behaviour.line,
            f"{behaviour.id} has the answer nothing, and no Given that proves that something can be found",
        )
    if behaviour.topic == "finding" and not all(NEGATIVE_CONTROL in control for control in controls):
        yield behaviour.line, f"{behaviour.id} asks what matches, without the Given “{NEGATIVE_CONTROL}”"


def _is_empty(reading: Reading) -> bool:
    said = reading.values
    return reading.sentence.speech is Speech.OBSERVED and (() in said.values() or said.get("count") == 0)


def amounts_in_a_requirement(behaviour: Behaviour) -> Iterator[Problem]:
    """Requirements that speak of amounts or order, or that keep more than a service with a usual limit returns."""
    for step, reading in _readings(behaviour):
        # Whatever speaks of what came back speaks of all of it: exactly these, in this order, so many, the only one.
        if reading.sentence.speech is Speech.OBSERVED:
            yield step.line, f"“{step.text}” speaks of amounts or order, which no requirement does"
    most = max((rehearse(case).most for case in behaviour.cases), default=0)
    if most > MOST_MEMORIES:
        yield (
            behaviour.line,
            f"{behaviour.id} keeps {most} memories in one scope; a requirement keeps {MOST_MEMORIES} at most",
        )


def _readings(behaviour: Behaviour) -> Iterator[tuple[Step, Reading]]:
    for case in behaviour.cases:
        yield from _read_all(case.steps)
        for thens in case.thens.values():
            yield from _read_all(thens)


def _read_all(steps: tuple[Step, ...]) -> Iterator[tuple[Step, Reading]]:
    """The steps that can be read, with what they say; the others are told of elsewhere."""
    for step in steps:
        try:
            yield step, read(step.keyword, step.text)
        except SentenceError:
            continue


def main(arguments: list[str]) -> int:
    """Print what is wrong in a folder of features, or in our own. The exit code: 1 where anything is, else 0."""
    try:
        folder = Path(arguments[0]) if arguments else features_folder()
        specification = read_specification(folder)
        found = problems(specification, references())
        # Other people's features need no record. Where a source is no citation, that is told first.
        if not found and (folder / FILE).is_file():
            found = faults(read_record(folder), cited(specification))
    except SpecificationError as error:
        found = error.problems
    except UsageError as error:
        found = [str(error)]
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
