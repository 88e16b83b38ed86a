"""Users for Locust who carry canaries, and fail on a foreign one: ``locust -f $(python -m memory_conformance.load) …``.

Locust is loaded with this module, which nobody imports but Locust. It makes every wait of this process a switch to another user.
"""

from __future__ import annotations

import logging
import random
import time
import uuid
from itertools import count
from typing import Any

import gevent
import httpx
from locust import FastHttpUser, events, task
from locust.exception import CatchResponseError, StopUser
from locust.runners import WorkerRunner

from memory_conformance.backend import BackendError, ErrorCode, HarnessError
from memory_conformance.connect.http import Line, result_of
from memory_conformance.connect.remote import TransportError
from memory_conformance.load.calls import Answer, Step, answered
from memory_conformance.load.cutting import Usual, hang_up, options_of, unsent
from memory_conformance.load.judging import Finding, Kind, afterwards, findings, trouble
from memory_conformance.load.looking import SCOUT, look, settled
from memory_conformance.load.people import People, paired
from memory_conformance.load.swarm import Agreed, Opened, read_headers
from memory_conformance.load.threads import do
from memory_conformance.load.visit import ROUNDS, Visit
from memory_conformance.references import UsageError

MOST_NAMED = 20
"""Messages of failures that a process tells apart: Locust keeps each of them."""
_TIMEOUT = 10.0
_MOST_OF_A_MESSAGE = 200
_WRONG = 3
"""The exit code where nothing could be proved."""

log = logging.getLogger("memory_conformance.load")


class Process:
    """What the users of this process share, from the start of a test to its end."""

    agreed: Agreed | None = None
    people: People
    opened: Opened | None = None
    headers: dict[str, str]
    usual: Usual
    serials: count[int]
    numbers: count[int]
    told: set[str]


def add_options(parser: Any) -> None:
    """What can be said on the command line of Locust beside its own options; the master's word holds for its workers."""
    group = parser.add_argument_group("Memory Conformance")
    group.add_argument("--memory-seed", type=int, default=random.randrange(1_000_000), help="repeats who does what")
    group.add_argument(
        "--memory-cuts", type=float, default=0.15, help="how often a call is left in the middle, from 0 to 1"
    )
    group.add_argument(
        "--memory-header",
        action="append",
        default=[],
        metavar="NAME: VALUE",
        help="goes with every request; ${VARIABLE} is taken from the environment, on each machine from its own",
    )


def be_on_time(**_: Any) -> None:
    """Have the run last as long as it is to: Locust counts from when its loop last looked at the clock, before all this was loaded."""
    gevent.get_hub().loop.update_now()


def begin(environment: Any, **_: Any) -> None:
    """Open the memory, in the process that leads; its workers are told of it with the options."""
    options = environment.parsed_options
    end()
    Process.agreed = None
    # It has a line for each request.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    Process.usual, Process.serials, Process.numbers, Process.told = Usual(), count(), count(1), set()
    try:
        Process.headers = read_headers(options.memory_header)
        if not isinstance(environment.runner, WorkerRunner):
            options.memory_agreed = ""
            Process.opened = Opened(environment.host, uuid.uuid4().hex[:12], Process.headers)
            agreed = Process.opened.agreed
            log.info(
                "seed %s; owners find their memories by: %s", options.memory_seed, ", ".join(agreed.paths) or "no path"
            )
            options.memory_agreed = agreed.to_json()
        if options.memory_agreed:
            Process.agreed = Agreed.from_json(options.memory_agreed)
            Process.people = Process.agreed.people()
    except (BackendError, HarnessError, UsageError) as error:
        log.error("%s", error)
        environment.process_exit_code = _WRONG
        gevent.spawn(environment.runner.quit)


def end(**_: Any) -> None:
    """Let the memory go: not before the workers have ended, who are told so after the test has stopped."""
    opened, Process.opened = Process.opened, None
    if opened is not None:
        opened.close()


def conclude(environment: Any, **_: Any) -> None:
    """A run in which nobody came, or no owner found anything, is no proof, however little failed."""
    agreed, runner = Process.agreed, environment.runner
    if isinstance(runner, WorkerRunner) or runner.errors or environment.process_exit_code or environment.web_ui:
        return
    if not runner.stats.total.num_requests:
        told = "no user came, in the time that there was"
    elif agreed is not None and not agreed.paths:
        told = "one user alone does not find what it added"
    else:
        return
    log.error("%s: nothing is proved", told)
    environment.process_exit_code = _WRONG


_events: Any = events
_events.init_command_line_parser.add_listener(add_options)
_events.init.add_listener(be_on_time)
_events.test_start.add_listener(begin)
_events.quitting.add_listener(conclude)
_events.quit.add_listener(end)


class CanaryUser(FastHttpUser):
    """One place in the crowd: people come to it, each with a scope of its own, do something, look what they find, and leave."""

    network_timeout = connection_timeout = _TIMEOUT

    def on_start(self) -> None:
        """Have a client for the calls that are left in the middle, too."""
        line = Line((self.host or "").rstrip("/"), tuple(self._raw_headers()), _TIMEOUT, local=True)
        self._line = line
        self._leaving = httpx.Client(**options_of(line))

    def on_stop(self) -> None:
        """Let it go."""
        self._leaving.close()

    @task
    def visit(self) -> None:
        """Somebody comes, and leaves again."""
        agreed = Process.agreed
        if agreed is None:
            raise StopUser
        people = Process.people
        options = self.environment.parsed_options
        worker = max(0, getattr(self.environment.runner, "worker_index", 0))
        person = people.person(SCOUT + 1 + paired(next(Process.serials), worker))
        visit = Visit(
            people,
            person,
            agreed.can,
            options.memory_seed,
            cuts=options.memory_cuts,
            sees_at_once=agreed.sees_at_once,
        )
        do(visit.steps(lambda done: done < ROUNDS), self._answer)
        do(settled(person, agreed.can, agreed.wait), self._answer)
        found = do(look(people, visit.account, agreed.can, agreed.paths), self._answer)
        if not found.failed and agreed.paths:
            for one in afterwards(people, visit.account, found.seen, agreed.paths):
                self._report("afterwards", 0.0, _told(one))

    def _answer(self, step: Step) -> Answer:
        return self._left(step) if step.cut is not None else self._asked(step)

    def _asked(self, step: Step) -> Answer:
        """Make a call and report it, as a failure where it shows what it must not, or is an error."""
        number = next(Process.numbers)
        while True:
            began = time.monotonic()
            with self.client.post(
                f"/v1/{step.operation}",
                json=self._message(step),
                name=step.operation,
                headers=dict(Process.headers),
                allow_redirects=False,
                catch_response=True,
            ) as response:
                answer = _read(number, step, response)
                wrong = _wrong(step, answer)
                response.failure(wrong) if wrong else response.success()
            if answer.error is None or answer.error.code is not ErrorCode.RATE_LIMITED:
                Process.usual.add(time.monotonic() - began)
                return answer
            # Nothing was done, and it is no fault: it comes again when it is told to.
            gevent.sleep(answer.error.retry_after or 0.5)

    def _left(self, step: Step) -> Answer:
        """Send a request and leave before the answer."""
        assert step.cut is not None
        number, began = next(Process.numbers), time.monotonic()
        wrong = ""
        answer = Answer(number, cut=True)
        try:
            hang_up(self._leaving, self._line.url(step.operation), self._message(step), Process.usual.until(step.cut))
        except BackendError as error:
            wrong, answer = str(error), Answer(number, error=error)
        self._report(f"{step.operation}, left in the middle", time.monotonic() - began, wrong)
        return answer

    def _message(self, step: Step) -> dict[str, Any]:
        assert Process.agreed is not None
        return {"instance": Process.agreed.instance, **step.parameters}

    def _report(self, name: str, seconds: float, wrong: str) -> None:
        self.environment.events.request.fire(
            request_type="POST",
            name=name,
            response_time=seconds * 1000,
            response_length=0,
            exception=CatchResponseError(wrong) if wrong else None,
            context={},
        )

    def _raw_headers(self) -> list[tuple[bytes, bytes]]:
        return [
            (name.encode(), value.encode())
            for name, value in {"content-type": "application/json", **Process.headers}.items()
        ]


def _read(number: int, step: Step, response: Any) -> Answer:
    """The answer in a response; where there is none, or none of the protocol's, that is an error of the harness."""
    try:
        if not response.status_code:
            raise unsent(response.error)
        result = result_of(response.status_code, response.content or b"", response.headers)
        return answered(number, step.operation, result)
    except TransportError as error:
        return Answer(number, error=unsent(error))
    except BackendError as error:
        return Answer(number, error=error)


def _wrong(step: Step, answer: Answer) -> str:
    """Why a request has failed, in words that are the same for the same; empty where it has not."""
    found = list(findings(Process.people, step, answer))
    for one in sorted(found, key=lambda one: one.kind is not Kind.LEAK):
        return _told(one)
    error = trouble(step, answer)
    if error is None or error.code == ErrorCode.RATE_LIMITED:
        return ""
    return _named(
        f"{error.code} ({error.speaker}): {error.message[:_MOST_OF_A_MESSAGE]}", f"{error.code} ({error.speaker})"
    )


def _told(one: Finding) -> str:
    summary = one.summary()
    if summary not in Process.told and len(Process.told) < MOST_NAMED:
        log.error("%s", one.describe())
    return _named(summary, f"{one.kind}: {one.path}, beyond the first {MOST_NAMED} that are named")


def _named(message: str, kind: str) -> str:
    """A message, or its kind alone, where there are too many different ones."""
    if message not in Process.told and len(Process.told) >= MOST_NAMED:
        return kind
    Process.told.add(message)
    return message
