"""What the processes of Locust agree on before their users come: one instance, one name for the run, and what the service can do."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from memory_conformance.backend import Backend, BackendError
from memory_conformance.connect.connectable import connect
from memory_conformance.connect.terms import Terms
from memory_conformance.load.cutting import Usual
from memory_conformance.load.loaded import Record
from memory_conformance.load.looking import scout
from memory_conformance.load.people import People
from memory_conformance.load.threads import Asking, do
from memory_conformance.model import Capability, Hello
from memory_conformance.references import UsageError
from memory_conformance.secrets import keep_header
from memory_conformance.steps.visibility import bounds_of

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True)
class Agreed:
    """What the first process of a run found out, and all of its processes need: it travels as a text of JSON."""

    run: str
    hello: Hello
    instance: str
    paths: frozenset[str]

    def to_json(self) -> str:
        """The text."""
        written = {"run": self.run, "instance": self.instance, "paths": sorted(self.paths)}
        return json.dumps({**written, "hello": json.loads(self.hello.model_dump_json(by_alias=True))})

    @classmethod
    def from_json(cls, text: str) -> Agreed:
        """What such a text says."""
        found = json.loads(text)
        return cls(found["run"], Hello.model_validate(found["hello"]), found["instance"], frozenset(found["paths"]))

    def people(self) -> People:
        """Everybody of the run."""
        return People(self.hello, self.run, f"mc-{self.run}-")

    @property
    def can(self) -> frozenset[Capability]:
        """What its users may do."""
        return frozenset(self.hello.capabilities)

    @property
    def wait(self) -> float:
        """Seconds after which whatever was written or deleted shows."""
        bounds = bounds_of(self.hello)
        return max(bounds.write, bounds.forget)

    @property
    def sees_at_once(self) -> bool:
        """Whether what was acknowledged has to be found by its name at once."""
        return "search" in self.paths and not self.wait and Capability.SETTLE not in self.can


class Opened:
    """The instance of a run, for as long as that goes on."""

    def __init__(self, address: str, run: str, headers: dict[str, str]) -> None:
        """Connect, open, and see whether one user alone finds what it adds.

        Raises `UsageError`, `HarnessError` or `BackendError`, each in one line.
        """
        self._backend: Backend = connect(address, Terms(headers=headers)).backend
        try:
            hello = self._backend.hello()
            self.agreed = Agreed(run, hello, "", frozenset())
            people = self.agreed.people()
            instance = self._backend.open({})
            asking = Asking(self._backend, instance, Record(people), Usual(), None)
            paths = do(scout(people, self.agreed.can, self.agreed.wait), asking)
            self.agreed = Agreed(run, hello, instance, paths)
        except BaseException:
            self._backend.disconnect()
            raise

    def close(self) -> None:
        """Let the instance go, and the connection."""
        with suppress(BackendError):
            self._backend.close(self.agreed.instance)
        self._backend.disconnect()


def read_headers(written: Sequence[str]) -> dict[str, str]:
    """Headers out of ``NAME: VALUE``, where ``${VARIABLE}`` is what the environment of this process says. Raises `UsageError`."""
    headers = {}
    for one in written:
        name, colon, value = one.partition(":")
        if not colon or not name.strip():
            raise UsageError("--memory-header is NAME: VALUE, such as 'Authorization: Bearer ${TOKEN}'")
        headers[name.strip()] = keep_header(name.strip(), _VARIABLE.sub(_of_environment, value.strip()))
    return headers


def _of_environment(found: re.Match[str]) -> Any:
    if found.group(1) not in os.environ:
        raise UsageError(f"--memory-header: the environment has no {found.group(1)}")
    return os.environ[found.group(1)]
