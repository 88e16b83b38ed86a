"""results.json: the one file that all reports are made from, now or later, here or elsewhere."""

from __future__ import annotations

import json
import platform
import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field, ValidationError

from memory_conformance.backend import Speaker
from memory_conformance.evidence import Outcome
from memory_conformance.report.frozen import LONE_SURROGATE, Frozen
from memory_conformance.report.proved import Leaks, Proved
from memory_conformance.specification import Kind
from memory_conformance.verdict import Mark, Word

SCHEMA_VERSION = "1"
FILE = "results.json"


class ResultsError(Exception):
    """A results file that cannot be reported on: absent, cut short, of another version, or not consistent in itself."""


class Called(Frozen):
    """One call of the protocol, as it can be repeated: operation, parameters as JSON, and the answer described."""

    unsafe: ClassVar[re.Pattern[str]] = LONE_SURROGATE
    ours: ClassVar[frozenset[str]] = frozenset({"operation"})

    operation: str
    parameters: dict[str, Any]
    answer: str


class Faulty(Frozen):
    """What is wrong with an answer as a message: what was sent and what came, as JSON and shortened, and what was due.

    ``fault`` is whose it is, absent where that cannot be told; ``schema_part`` is the part of the JSON Schema of the message
    ``due`` that concerns what is wrong. ``log`` are the last lines that a harness logged which gave no message.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"operation", "fault", "due", "schema_part"})

    operation: str
    problem: str
    fault: Speaker | None
    sent: str
    came: str
    due: str
    schema_part: dict[str, Any]
    log: list[str] = Field(default_factory=list)


class Played(Frozen):
    """One step as it was played. ``expected`` and ``actual`` are absent where there was nothing to compare.

    ``case`` counts from 1; ``answer`` is the title of the answer that a Then of a question belongs to. ``faulty`` is there where
    the protocol itself was played, and broken, ``proved`` where pairs of scopes were.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"keyword", "outcome", "calls", "faulty", "proved"})

    case: int
    answer: str | None = None
    keyword: str
    text: str
    line: int
    outcome: Outcome
    query: str | None = None
    expected: str | None = None
    actual: str | None = None
    calls: list[Called] = Field(default_factory=list)
    faulty: Faulty | None = None
    proved: Proved | None = None


class Result(Frozen):
    """One behaviour on one backend. ``duration`` is in seconds.

    ``answered_like`` lists the references whose documented answer fits, and is absent for a requirement; ``source``
    lists where released artifacts say what was expected here; ``answer`` is the title of the answer that was expected; ``log``
    are the last lines that a harness logged before it failed.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"id", "topic", "kind", "level", "verdict", "marks", "feature", "steps"})

    backend: str
    id: str
    topic: str
    title: str
    kind: Kind
    level: str | None
    verdict: Word
    marks: list[Mark]
    documented: bool
    answered_like: list[str] | None
    claim: str | None
    observed: str | None
    expected: str | None
    answer: str | None
    reason: str
    steps: list[Played]
    duration: float
    source: list[str]
    feature: str
    line: int
    repeat: str
    trace: str | None = None
    log: list[str] = Field(default_factory=list)


class Tried(Frozen):
    """What a trial of one operation showed. ``found`` is how it answered, in a word or two; ``told`` what it said."""

    ours: ClassVar[frozenset[str]] = frozenset({"operation", "capability", "found", "faulty"})

    operation: str
    capability: str | None
    declared: bool
    found: str
    told: str = ""
    faulty: Faulty | None = None


class MeasuredLag(Frozen):
    """How long something took to show, in seconds: from the end of a call to the first look that showed what it did.

    ``declared`` is the bound that the backend declares, ``measured`` how often it was measured.
    """

    median: float
    most: float
    declared: float
    measured: int


class BackendInfo(Frozen):
    """Whom the results are about. ``problem`` says why a backend was not played at all.

    ``config`` is the file that its name was taken from, where one was named. ``calls`` counts the calls that were made, by
    operation, and ``waited`` the seconds that they waited since it said ``rate_limited``; ``remote`` says whether it is spoken to in
    messages, so that calls take time.

    ``tried`` are the operations that were tried before anything was played. Of the optional ones, ``undeclared`` names those that
    are there and not declared, ``missing`` those that are declared and not there; ``problems`` says what is wrong with messages.
    ``faulty`` is the message because of which a backend was not played, and ``log`` what it logged last before that.
    ``lag`` is what was measured of ``write`` and of ``forget`` on a backend whose writes are not visible at once.
    """

    ours: ClassVar[frozenset[str]] = frozenset(
        {"capabilities", "calls", "tried", "undeclared", "missing", "faulty", "lag"}
    )

    name: str
    connectable: str
    version: str = ""
    language: str = ""
    scope: list[str] = Field(default_factory=list)
    capabilities: list[str] = Field(default_factory=list)
    claim: str | None = None
    problem: str | None = None
    config: str | None = None
    remote: bool = False
    calls: dict[str, int] = Field(default_factory=dict)
    waited: float = 0.0
    tried: list[Tried] = Field(default_factory=list)
    undeclared: list[str] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list)
    problems: list[str] = Field(default_factory=list)
    faulty: Faulty | None = None
    log: list[str] = Field(default_factory=list)
    lag: dict[str, MeasuredLag] = Field(default_factory=dict)


class Envelope(Frozen):
    """What was run, when and with what. ``complete`` is false where the run was ended early."""

    ours: ClassVar[frozenset[str]] = frozenset(
        {"schema_version", "tool", "tool_version", "python", "started", "fail_on", "specification", "backends"}
    )

    schema_version: str = SCHEMA_VERSION
    tool: str = "memory-conformance"
    tool_version: str
    python: str = Field(default_factory=platform.python_version)
    started: datetime
    duration: float
    seed: int
    only: list[str]
    fail_on: list[str]
    specification: str
    behaviours: int
    backends: list[BackendInfo]
    left_out: dict[str, str]
    planned: int
    complete: bool


class Found(Frozen):
    """A kind of difference that made-up histories showed.

    ``words`` says what it is, ``seen`` how many of the histories showed it; ``calls`` is the smallest history that does, ``first`` and
    ``second`` what the backends answered to its last call, and ``scenario`` the same as the text of a feature.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"calls"})

    words: str
    seen: int
    calls: list[Called]
    first: str
    second: str
    scenario: str


class Histories(Frozen):
    """Made-up histories that were played on both backends.

    ``unordered`` names the backends that gave one search another order each time, so that orders were not compared, and ``unsteady``
    those that gave other memories each time, so that their differences say nothing; ``problem`` says why not all were played.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"found"})

    asked: int
    played: int
    differing: int
    seed: int
    duration: float
    unordered: list[str]
    unsteady: list[str]
    found: list[Found]
    problem: str | None = None


class Compared(Frozen):
    """Two backends held against each other, by the names that they bear in the rows; ``histories`` where some were played."""

    ours: ClassVar[frozenset[str]] = frozenset({"histories"})

    first: str
    second: str
    histories: Histories | None = None


class Results(Frozen):
    """The whole file. ``totals`` counts the verdicts of each backend, derived from the rows; ``compared`` is there where two were, and
    ``leaks`` where the leak lab was played.
    """

    ours: ClassVar[frozenset[str]] = frozenset({"envelope", "results", "compared", "leaks"})

    envelope: Envelope
    results: list[Result]
    totals: dict[str, dict[Word, int]]
    compared: Compared | None = None
    leaks: Leaks | None = None


def totals(rows: Iterable[Result]) -> dict[str, dict[Word, int]]:
    """How often each word was given, by backend."""
    counted: dict[str, Counter[Word]] = {}
    for one in rows:
        counted.setdefault(one.backend, Counter())[one.verdict] += 1
    return {backend: {word: count[word] for word in Word if count[word]} for backend, count in counted.items()}


def write_results(results: Results, folder: Path) -> Path:
    """Write results.json with a row a line, so that two runs can be compared with ordinary tools."""
    folder.mkdir(parents=True, exist_ok=True)
    envelope = results.envelope.model_dump_json()
    rows = ",\n".join(one.model_dump_json(exclude_none=False) for one in results.results)
    counted = json.dumps({backend: dict(words) for backend, words in results.totals.items()}, ensure_ascii=False)
    compared = "" if results.compared is None else f',\n"compared": {results.compared.model_dump_json()}'
    leaks = "" if results.leaks is None else f',\n"leaks": {results.leaks.model_dump_json()}'
    text = f'{{"envelope": {envelope},\n"results": [\n{rows}\n],\n"totals": {counted}{compared}{leaks}}}\n'
    file = folder / FILE
    # Written aside and moved, so that a reader never meets half a file.
    aside = file.with_suffix(".json.part")
    aside.write_text(text, encoding="utf-8", errors="backslashreplace")
    aside.replace(file)
    return file


def read_results(path: Path) -> Results:
    """Read a results file, or the one in a folder. Raises `ResultsError` that says what is wrong with it."""
    file = path / FILE if path.is_dir() else path
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ResultsError(f"{file} is not there") from None
    except OSError as error:
        raise ResultsError(f"{file} cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise ResultsError(f"{file} is cut short or damaged, from line {error.lineno} on") from None
    except ValueError:
        raise ResultsError(f"{file} is no text, and so no results") from None
    envelope = found.get("envelope") if isinstance(found, dict) else None
    version = envelope.get("schema_version") if isinstance(envelope, dict) else None
    if version != SCHEMA_VERSION:
        raise ResultsError(f"{file} is of schema version {version!r}; this release reads version {SCHEMA_VERSION!r}")
    try:
        results = Results.model_validate(found)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(step) for step in problem["loc"])
        raise ResultsError(f"{file}: {where} is wrong: {problem['msg']}") from None
    if totals(results.results) != results.totals:
        raise ResultsError(f"{file}: the totals do not add up to the rows; rows are missing or were changed")
    if results.envelope.complete and len(results.results) != results.envelope.planned:
        raise ResultsError(f"{file} has {len(results.results)} rows of {results.envelope.planned}")
    return results


def schema_text() -> str:
    """The JSON Schema of results.json, as text."""
    return json.dumps(Results.model_json_schema(mode="serialization"), indent=2, ensure_ascii=False) + "\n"


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.now(UTC)
