"""Plays one behaviour on one backend, step by step, and keeps the evidence. Judges nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from memory_conformance.backend import Backend, BackendError, ErrorCode, Gone, Lost, Speaker
from memory_conformance.evidence import CaseEvidence, Evidence, Observation, Outcome, StepEvidence
from memory_conformance.means import Means
from memory_conformance.model import Hello
from memory_conformance.sentence import SentenceError
from memory_conformance.specification import Behaviour, Step
from memory_conformance.steps.later import ask_again
from memory_conformance.steps.stage import CaseEnds, NegativeControl, Stage
from memory_conformance.steps.visibility import Halted, Visibility
from memory_conformance.steps.vocabulary import read
from memory_conformance.trace import own_trace


@dataclass(frozen=True)
class Line:
    """What is played in one go, in one case: an act or a Then of a requirement; or of a question, the Thens of all answers.

    ``thens`` holds the Thens of each answer by its number. They make no calls, and so are one line.
    """

    case: int
    step: Step
    thens: Mapping[int, tuple[Step, ...]] | None = None


def script(behaviour: Behaviour) -> Iterator[Line]:
    """The lines of a behaviour in the order of play: each case once, then what was seen is held against every answer."""
    for number, case in enumerate(behaviour.cases):
        for step in case.steps:
            yield Line(number, step)
        first = next((thens[0] for thens in case.thens.values() if thens), None)
        if first is not None:
            yield Line(number, first, case.thens)


class Play:
    """A behaviour on a backend: `perform` each line of its script in turn, then `end`.

    ``prefix`` tells this play apart from all others on a backend that never starts empty. ``visibility`` is shared with other
    plays on a backend whose writes are not visible at once; without it, such a backend is waited for all the same. ``means`` is what
    scenarios are provided with that no backend brings along.
    """

    def __init__(
        self,
        backend: Backend,
        hello: Hello,
        control: NegativeControl,
        prefix: str,
        visibility: Visibility | None = None,
        means: Mapping[Means, Any] | None = None,
    ) -> None:
        self.evidence = Evidence()
        self._backend = backend
        self._hello = hello
        self._control = control
        self._prefix = prefix
        self._visibility = visibility or Visibility.of(hello)
        self._means = means or {}
        self._case: int | None = None
        self._stage: Stage | None = None
        self._ended = False
        self._proves_nothing = False
        self._began = time.perf_counter()
        self.gone: Gone | None = None
        """Why nothing more is asked of the backend; None as long as it answers."""
        self.lost = False
        """Whether the memory was lost with a harness that had to be started afresh, by whosever fault."""

    def perform(self, line: Line) -> None:
        """Play one line. Never raises for anything that the backend does."""
        try:
            self._play(line)
        except BaseException:
            # Whoever ends a play in the middle of it waits for nothing more.
            self._proves_nothing = True
            raise

    def _play(self, line: Line) -> None:
        if line.case != self._case:
            self._begin_case(line.case)
        case = self.evidence.cases[-1]
        if line.thens is None:
            case.steps.append(self._played(line.step, left_out=self._ended))
            if self._stage is not None and self._stage.observation is not None:
                case.observation = self._stage.observation
            return
        # An answer is held against an error, too: only a case without any observation leaves its Thens out.
        unseen = self._ended and case.observation is None
        for answer, thens in line.thens.items():
            case.answers[answer] = [self._played(step, left_out=unseen) for step in thens]

    def end(self) -> Evidence:
        """Close what is open and hand over the evidence."""
        self._close_case()
        self.evidence.duration = time.perf_counter() - self._began
        return self.evidence

    def _played(self, step: Step, left_out: bool) -> StepEvidence:
        evidence = StepEvidence(step.keyword, step.text, step.line)
        if left_out:
            evidence.outcome = Outcome.LEFT_OUT
        else:
            self._perform(step, evidence)
        return evidence

    def _perform(self, spoken: Step, step: StepEvidence) -> None:
        try:
            if self._stage is None:
                self._stage = self._open()
            self._stage.step = step
            reading = read(spoken.keyword, spoken.text)
            values = dict(reading.values)
            if reading.sentence.table is not None:
                values["table"] = [dict(row) for row in spoken.table or ()]
            reading.sentence.perform(self._stage, **values)
        except CaseEnds as end:
            step.outcome = end.outcome
            if step.actual is None:
                step.actual = _told(end.reason, end.__cause__)
            if end.outcome is Outcome.FAILED and isinstance(end.__cause__, BackendError) and self._stage is not None:
                self._stage.observation = Observation(error=end.__cause__)
                step.actual = self._stage.observation.describe()
            self._ended = True
            self._note_trace(end)
        except BackendError as error:
            step.outcome, step.actual = Outcome.CRASHED, _told(str(error), error)
            self._ended = True
            self._note_trace(error)
        except SentenceError as error:
            step.outcome, step.actual = Outcome.CRASHED, str(error)
            self._ended = True
        except (KeyboardInterrupt, Halted):
            raise
        except BaseException as error:
            # A `Backend` of somebody's raises `BackendError` and nothing else; one that does not is an error, never a gap.
            step.outcome, step.actual = Outcome.CRASHED, f"{type(error).__name__}: {error}"
            self._ended = True
            self._keep_trace(error)

    def _note_trace(self, error: BaseException) -> None:
        """Keep the trace of what the backend's own code raised: the cause of its error, never a frame of ours."""
        cause = error.__cause__
        for one in (error, cause):
            if isinstance(one, Gone):
                self.gone = one
            self.lost = self.lost or isinstance(one, Lost)
            if isinstance(one, BackendError) and one.log and not self.evidence.log:
                self.evidence.log = one.log
        while isinstance(cause, BackendError):
            cause = cause.__cause__
        if cause is not None:
            self._keep_trace(cause)

    def _keep_trace(self, error: BaseException) -> None:
        if self.evidence.trace is None:
            self.evidence.trace = own_trace(error)

    def _begin_case(self, number: int) -> None:
        self._close_case()
        self._case = number
        self.evidence.cases.append(CaseEvidence())
        self._ended = self.gone is not None

    def _open(self) -> Stage:
        if self._visibility is not None:
            self._visibility.clock.check()
        with self._turn():
            instance = self._backend.open({})
        prefix = f"{self._prefix}{(self._case or 0) + 1}-"
        return Stage(self._backend, self._hello, instance, prefix, self._control, self._visibility, self._means)

    def _close_case(self) -> None:
        """Ask again what has to hold at the end, too, and let the instance go."""
        stage, self._stage = self._stage, None
        if stage is None:
            return
        try:
            if not self._proves_nothing:
                self._ask_again(stage)
        finally:
            self._close(stage)

    def _ask_again(self, stage: Stage) -> None:
        case = self.evidence.cases[-1]
        if any(step.outcome is Outcome.CRASHED for step in case.steps):
            return
        try:
            for end in ask_again(stage):
                self._note_trace(end)
        except Exception as error:
            self.evidence.trouble = f"asking again raised {type(error).__name__}: {error}"
            self._keep_trace(error)

    def _close(self, stage: Stage) -> None:
        try:
            with self._turn():
                self._backend.close(stage.instance)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.evidence.trouble = f"close() raised {type(error).__name__}: {error}"
            self._note_trace(error)

    def _turn(self) -> AbstractContextManager[object]:
        return self._visibility.turn if self._visibility is not None else nullcontext()


def _told(reason: str, error: BaseException | None) -> str:
    """A reason without the code of an error that nobody answered with: where no answer came, the code is ours."""
    if isinstance(error, BackendError) and (error.speaker, error.code) == (Speaker.HARNESS, ErrorCode.UNAVAILABLE):
        return reason.removeprefix(f"{error.code.value}: ")
    return reason
