"""Many users as tasks of one event loop, on a service that is spoken to over HTTP."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.connect.beside import admit
from memory_conformance.connect.http import Line, result_of
from memory_conformance.connect.metered import PATIENCE, Metered
from memory_conformance.connect.remote import TransportError
from memory_conformance.connect.terms import LARGEST_MESSAGE
from memory_conformance.load.calls import Answer, Doing, Pause, Result, Step, answered
from memory_conformance.load.cutting import options_of, unsent
from memory_conformance.load.threads import Asking

_FIRST_PAUSE = 0.5
"""Seconds before a call is made again that was refused for now; twice as long each time, unless the service says when."""


def play(doings: Iterator[Doing[Result]], at_once: int, asking: TaskAsking, ended: Callable[[Result], None]) -> None:
    """Play what many people do, so many at once; where one leaves, the next comes. Raises what a call raises."""
    asyncio.run(_play(doings, at_once, asking, ended))


async def _play(
    doings: Iterator[Doing[Result]], at_once: int, asking: TaskAsking, ended: Callable[[Result], None]
) -> None:
    options = options_of(asking.line)

    async def come_and_go() -> None:
        # A client for each of them: a pool of many connections looks at all of them for every request.
        async with httpx.AsyncClient(**options) as client:
            for doing in doings:
                ended(await _do(doing, lambda step: asking.ask(client, step)))

    tasks = [asyncio.create_task(come_and_go()) for _ in range(at_once)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _do(doing: Doing[Result], ask: Callable[[Step], Any]) -> Result:
    answer: Answer | None = None
    while True:
        try:
            todo = doing.send(answer)
        except StopIteration as end:
            result: Result = end.value
            return result
        if isinstance(todo, Pause):
            await asyncio.sleep(todo.seconds)
            answer = None
        else:
            answer = await ask(todo)


class TaskAsking:
    """Makes the calls of one run in tasks, past the backend and on its terms, and notes what is answered.

    A call that is left in the middle is made ``beside`` the tasks, in a thread: the event loop, which has all the others to
    attend to, would come back to it long after it was answered.
    """

    def __init__(self, line: Line, beside: Asking) -> None:
        self.line = line
        self._beside = beside
        self._backend = beside.backend

    async def ask(self, client: httpx.AsyncClient, step: Step) -> Answer:
        """The answer to a call. Raises `Gone` where no more calls may be made."""
        if step.cut is not None:
            return await asyncio.to_thread(self._beside, step)
        number = self._beside.record.number(step)
        answer = await self._answer(client, step, number)
        self._beside.record.hear(step, answer)
        return answer

    async def _answer(self, client: httpx.AsyncClient, step: Step, number: int) -> Answer:
        pause, waited = _FIRST_PAUSE, 0.0
        while True:
            await self._admitted(step)
            answer = await self._once(client, step, number)
            error = answer.error
            if error is None or error.code is not ErrorCode.RATE_LIMITED or waited > PATIENCE:
                return answer
            told = error.retry_after or pause
            await asyncio.sleep(told)
            waited, pause = waited + told, 2 * pause

    async def _admitted(self, step: Step) -> None:
        if isinstance(self._backend, Metered) and self._backend.terms.rate_limit:
            # It sleeps until its turn has come.
            await asyncio.to_thread(admit, self._backend, step.operation, step.parameters)
        else:
            admit(self._backend, step.operation, step.parameters)

    async def _once(self, client: httpx.AsyncClient, step: Step, number: int) -> Answer:
        try:
            return answered(number, step.operation, await self._post(client, step))
        except BackendError as error:
            return Answer(number, error=error)

    async def _post(self, client: httpx.AsyncClient, step: Step) -> Any:
        body = json.dumps({"instance": self._beside.instance, **step.parameters}).encode()
        began = time.monotonic()
        try:
            async with (
                asyncio.timeout(self.line.timeout),
                client.stream("POST", self.line.url(step.operation), content=body) as response,
            ):
                found = await _read(response)
            result = result_of(response.status_code, found, response.headers)
        except TimeoutError:
            raise _failed(f"no answer within {self.line.timeout:g} s") from None
        except httpx.TransportError as error:
            raise unsent(error) from None
        except TransportError as error:
            raise _failed(str(error)) from None
        self._beside.usual.add(time.monotonic() - began)
        return result


async def _read(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > LARGEST_MESSAGE:
            raise TransportError(f"answered with more than {LARGEST_MESSAGE:,} bytes")
    return bytes(body)


def _failed(message: str) -> BackendError:
    return BackendError(ErrorCode.UNAVAILABLE, message, Speaker.HARNESS)
