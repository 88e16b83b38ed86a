"""Whom the specification is played on: connected backends, each with what it is held to."""

from __future__ import annotations

import random
import sys
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from memory_conformance.backend import Backend, BackendError, HarnessError
from memory_conformance.connect.configuration import Configuration, Entry
from memory_conformance.connect.connectable import Connected, connect_entry, is_remote, shown, why_missing
from memory_conformance.connect.leftovers import end_leftovers
from memory_conformance.connect.metered import Metered
from memory_conformance.connect.terms import Terms
from memory_conformance.interruption import undisturbed
from memory_conformance.means import Means
from memory_conformance.model import Hello, Reset
from memory_conformance.probe import Probed, probe_undeclared
from memory_conformance.references import Claim, References, UsageError, did_you_mean, references
from memory_conformance.secrets import hide
from memory_conformance.specification import Specification
from memory_conformance.steps.stage import NegativeControl
from memory_conformance.steps.visibility import bounds_of
from memory_conformance.verdict import GivenUp

if TYPE_CHECKING:
    from memory_conformance.connect.journal import Pen

_SYLLABLES = (
    "bra",
    "dol",
    "fen",
    "gip",
    "hul",
    "jor",
    "kem",
    "lup",
    "mib",
    "nor",
    "pel",
    "quin",
    "rast",
    "tov",
    "wex",
    "zam",
)


@dataclass
class Target:
    """A backend as it is played on. ``connectable`` names it; ``repeat`` are the arguments of `run` that ask for it again.

    ``prefix`` tells this run apart from every other, also from one with the same seed. ``config`` is the file that was named for
    it; ``remote`` says whether it is spoken to in messages. ``given_up`` says why nothing more is asked of it.
    ``means`` is what scenarios are provided with that no backend brings along; ``entry`` is how it was asked for, None for an object of
    this process.
    ``pen`` notes what is written to it, where that is wanted.
    ``tried`` says whether operations that it does not declare are tried before anything is played, and ``probed`` what came of it.
    """

    name: str
    connectable: str
    backend: Backend
    hello: Hello
    claim: Claim | None
    control: NegativeControl
    prefix: str
    repeat: tuple[str, ...]
    config: str | None = None
    remote: bool = False
    given_up: GivenUp | None = None
    let_go: bool = False
    tried: bool = False
    probed: Probed | None = None
    means: Mapping[Means, Any] = field(default_factory=dict)
    entry: Entry | None = None
    pen: Pen | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether it is a service that does not run on this machine: somebody else's, until told otherwise."""
        from memory_conformance.connect.http import is_off_loopback

        # By where it is, and not by the name that a configuration file gives it.
        return is_off_loopback(self.entry.connectable if self.entry is not None else self.connectable)

    @property
    def run(self) -> str:
        """What this run is called, on this backend: the beginning of the names that it made unique."""
        return self.prefix.strip("-")


@dataclass
class Targets:
    """The backends of a run; ``left_out`` and ``failed`` say in one line each who is not among them, and why."""

    ready: list[Target] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    failed: dict[str, HarnessError] = field(default_factory=dict)

    def disconnect(self) -> None:
        """Let every backend go that was not let go before, whatever signal comes meanwhile."""
        with undisturbed():
            for target in self.ready:
                if target.let_go:
                    continue
                target.let_go = True
                try:
                    target.backend.disconnect()
                except Exception as error:
                    # Everything was seen by now; that it did not end well must not cost what was seen.
                    told = f"{target.name}: disconnect() raised {type(error).__name__}: {error}"
                    print(hide(told), file=sys.stderr)


def find_targets(
    connectables: Sequence[str],
    claims: Sequence[str],
    seed: int,
    specification: Specification,
    configuration: Configuration | None = None,
    *,
    only_hello: bool = False,
    keeps_journals: bool = False,
) -> Targets:
    """Connect every backend that is named; with none, every built-in reference that can be played here.

    A name is one of ``configuration``, or a connectable. With ``only_hello``, nothing but introductions is asked for. With
    ``keeps_journals``, it is noted what is written to backends that nothing ever empties, so that it can be removed.

    Raises `UsageError` for names that lead nowhere, for a claim that fits no backend, and for own answers that are none.
    """
    targets = Targets()
    names = list(connectables)
    if not names:
        for reference in references().by_tag.values():
            missing = why_missing(reference)
            if reference.backend is None:
                continue
            if missing is not None:
                targets.left_out[reference.tag] = missing
            else:
                names.append(reference.tag)
    configuration = configuration or Configuration()
    entries = configuration.entries(names)
    for ended in end_leftovers(entries):
        print(f"ended what an earlier run left behind: {ended}", file=sys.stderr)
    ways = [(entry, partial(connect_entry, entry)) for entry in entries]
    return _fill(
        targets,
        ways,
        claims,
        seed,
        specification,
        only_hello=only_hello,
        named_by_entries=True,
        keeps_journals=keeps_journals,
    )


def target_objects(
    made: Sequence[tuple[str, Callable[[], Connected]]],
    seed: int,
    specification: Specification,
    claims: Sequence[str] = (),
    taken: Sequence[str] = (),
) -> Targets:
    """The same for backends that are objects of this process, such as what a fixture returns.

    ``taken`` are the names that others of the run bear already.
    """
    ways = [(Entry(name, Terms(), (name,)), way) for name, way in made]
    return _fill(Targets(), ways, claims, seed, specification, taken)


def _fill(
    targets: Targets,
    ways: Sequence[tuple[Entry, Callable[[], Connected]]],
    claims: Sequence[str],
    seed: int,
    specification: Specification,
    taken: Sequence[str] = (),
    only_hello: bool = False,
    named_by_entries: bool = False,
    keeps_journals: bool = False,
) -> Targets:
    claimed = _Claims(claims, references())
    random_names = random.Random(seed)
    try:
        for entry, way in ways:
            named = shown(entry.repeat[0])
            try:
                name, backend, hello = _met(entry, way, only_hello)
            except UsageError:
                raise
            except HarnessError as error:
                targets.failed[named] = error
                continue
            except (Exception, SystemExit) as error:
                targets.failed[named] = _failure(named, error)
                continue
            name = _unique(name, [*taken, *(target.name for target in targets.ready)])
            target = Target(
                name=name,
                connectable=named,
                backend=backend,
                hello=hello,
                claim=None,
                control=NegativeControl("".join(random_names.sample(_SYLLABLES, 4))),
                prefix=f"mc-{uuid.uuid4().hex[:12]}-",
                repeat=(named, *entry.repeat[1:]),
                config=entry.config,
                remote=is_remote(entry.connectable, entry.terms),
                entry=entry if named_by_entries else None,
            )
            targets.ready.append(target)
            if keeps_journals:
                _keep_journal(target, backend)
            _check_own_answers(name, hello, specification, entry)
            target.claim = claimed.of(name, entry.repeat[0], hello)
            # Not of a built-in reference, whose capabilities are said by its own code, nor where every call is counted.
            target.tried = entry.connectable not in references().by_tag and entry.terms.max_calls is None
            if target.tried and not only_hello:
                _look_for_undeclared(target)
        claimed.all_used([*(target.name for target in targets.ready), *targets.failed])
    except BaseException:
        # Whatever was started by now would be left behind.
        targets.disconnect()
        raise
    return targets


def _met(entry: Entry, way: Callable[[], Connected], only_hello: bool) -> tuple[str, Metered, Hello]:
    """A backend that is ready to be played on, under its name. Where it is not, it is let go, and what it raised is raised."""
    connected = way()
    backend = Metered(connected.backend, entry.terms)
    try:
        hello = entry.introduced(backend.hello())
        _check_scope(hello)
        bounds_of(hello)
        if not only_hello:
            begin(backend)
    except BaseException:
        backend.disconnect()
        raise
    return hide(connected.name), backend, hello


def _check_scope(hello: Hello) -> None:
    """Raise `HarnessError` for scope fields by whose names no scope could be given."""
    names = [field.name for field in hello.scope]
    for name in names:
        if not name.strip() or not name.isprintable() or names.count(name) > 1:
            what = "stands there twice" if names.count(name) > 1 else "is no name"
            raise HarnessError(f"{hello.name}: its scope is {', '.join(map(ascii, names))}, where {name!a} {what}")


def _keep_journal(target: Target, backend: Metered) -> None:
    """Note from here on what is written to a backend that nothing ever empties."""
    from memory_conformance.connect.journal import Journaled, Pen

    if target.remote and target.hello.reset is Reset.NONE:
        target.pen = Pen(target.run, target.connectable, target.config)
        backend.inner = Journaled(backend.inner, target.pen)


def begin(backend: Backend) -> None:
    """What every run asks of a backend before anything is judged: a factory that raises is one line, not a red row for each."""
    backend.close(backend.open({}))


def _look_for_undeclared(target: Target) -> None:
    """Find what is there and not declared: scenarios of which nobody would know that they were left out."""
    target.probed = probe_undeclared(target.backend, target.hello, target.prefix)
    if target.probed.gone is not None:
        target.given_up = GivenUp.after("a trial of its operations", target.probed.gone)


def _failure(named: str, error: BaseException) -> HarnessError:
    said = str(error) if isinstance(error, BackendError) else f"{type(error).__name__}: {error}"
    failure = HarnessError(hide(f"{named}: {said}"), log=error.log if isinstance(error, BackendError) else ())
    failure.__cause__ = error.__cause__ or error
    return failure


class _Claims:
    """What ``--claims`` says: one reference for all backends, or one for each that it names."""

    def __init__(self, written: Sequence[str], known: References) -> None:
        self._known = known
        self._named: dict[str, Claim | None] = {}
        self._for_all: list[Claim | None] = []
        for one in written:
            name, equals, claim = one.rpartition("=")
            if equals:
                self._named[name] = known.claim(claim)
            else:
                self._for_all.append(known.claim(one))
        if len(self._for_all) > 1:
            raise UsageError("--claims names one reference for all backends; for each its own it is NAME=REFERENCE")
        self._used: set[str] = set()

    def of(self, name: str, connectable: str, hello: Hello) -> Claim | None:
        for known_as in (name, connectable):
            if known_as in self._named:
                self._used.add(known_as)
                return self._named[known_as]
        if self._for_all:
            return self._for_all[0]
        try:
            return self._known.claim(hello.claim) if hello.claim else None
        except UsageError as error:
            raise UsageError(f"{name} declares the claim {hello.claim!r}: {error}") from None

    def all_used(self, names: list[str]) -> None:
        for name in self._named:
            if name not in self._used and name not in names:
                raise UsageError(
                    f"--claims names {name!r}, which is no backend of this run; {did_you_mean(name, names)}"
                )


def _check_own_answers(name: str, hello: Hello, specification: Specification, entry: Entry) -> None:
    for behaviour_id, title in hello.answers.items():
        where = entry.where("answers", behaviour_id)
        behaviour = specification.by_id.get(behaviour_id)
        if behaviour is None:
            raise UsageError(
                f"{where}{name} declares an answer to {behaviour_id}, which is no id;"
                f" {did_you_mean(behaviour_id, list(specification.by_id))}"
            )
        titles = [answer.title for answer in behaviour.answers]
        if title not in titles:
            raise UsageError(
                f"{where}{name} declares “{title}” for {behaviour_id}; {did_you_mean(title, titles or ['no answers'])}"
            )


def _unique(name: str, taken: list[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name} ({number})" for number in range(2, len(taken) + 3) if f"{name} ({number})" not in taken)
