"""One pytest run in which the specification is played: what to play, the hooks that play it, and the results that come out."""

from __future__ import annotations

import inspect
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytest_bdd.parser import Feature, Scenario, Step

from memory_conformance import __version__
from memory_conformance.ahead import Players
from memory_conformance.backend import HarnessError
from memory_conformance.bind import PlayedStep, give_script
from memory_conformance.collect import BehaviourItem, FeatureNode, SpecificationNode, ToPlay
from memory_conformance.connect.configuration import read_configuration
from memory_conformance.connect.connectable import connect_object
from memory_conformance.connect.metered import calls_of, waited_of
from memory_conformance.plan import select
from memory_conformance.record import faulty_start, tried
from memory_conformance.references import UsageError, did_you_mean
from memory_conformance.report.proved import LabOf, Leaks
from memory_conformance.report.results import BackendInfo, Envelope, Result, Results, now, totals
from memory_conformance.report.visible import measured_lag
from memory_conformance.secrets import hide
from memory_conformance.specification import (
    Specification,
    SpecificationError,
    features_folder,
    read_specification,
)
from memory_conformance.target import Target, Targets, find_targets, target_objects
from memory_conformance.verdict import FailOn

ATTRIBUTE = "memory_conformance"
"""The attribute of a pytest report that carries a result, as JSON text: parallel workers hand over nothing richer."""
_LAB = f"{ATTRIBUTE}_lab"
"""The same for what histories showed."""
_LEFT = f"{ATTRIBUTE}_left"
"""Under which a parallel worker hands over the runs that left something."""


_MARKS = (
    "must: a requirement that every backend keeps",
    "should: a requirement that a well-mannered backend keeps",
    "requirement: a behaviour that every backend is held to",
    "question: a behaviour with documented answers, none of them right",
    "needs(capability): an optional operation that a scenario uses",
    "broken(reference): a reference that is documented to break a requirement",
)


class Playing:
    """The plugin object of a run: `beside` and `below` give its nodes, `results` what came out."""

    def __init__(
        self,
        specification: Specification,
        targets: Targets,
        only: Sequence[str] = (),
        fail_on: frozenset[FailOn] = frozenset(),
        seed: int = 0,
        folder: Path | None = None,
        claims: Sequence[str] = (),
        leaks: bool = False,
        cells: int | None = None,
    ) -> None:
        self.specification = specification
        self.targets = targets
        self.rows: list[Result] = []
        self.labs: list[LabOf] = []
        self.players = Players()
        self._only = tuple(only)
        self._selection = select(only, specification)
        self._fail_on = fail_on
        self._seed = seed
        self._folder = folder
        self._claims = tuple(claims)
        self._leaks = leaks
        self._cells = cells
        self._started = now()
        self._began = time.perf_counter()
        self._interrupted = False
        self._collected: int | None = None
        self._elsewhere: dict[str, BackendInfo] = {}
        self._left_elsewhere: list[str] = []

    @classmethod
    def from_config(cls, config: pytest.Config) -> Playing:
        """What the options of pytest ask for. Raises `pytest.UsageError` with one line for what is not there."""
        if not config.pluginmanager.hasplugin("pytest_bdd.plugin") and not config.pluginmanager.hasplugin("pytest-bdd"):
            raise pytest.UsageError("the specification is played by pytest-bdd, which is switched off here")
        try:
            specification = read_specification()
            seed = getattr(config, "workerinput", {}).get(ATTRIBUTE, config.getoption("--memory-seed"))
            seed = random.randrange(2**32) if seed is None else int(seed)
            if not 0 <= seed < 2**32:
                raise UsageError(f"--memory-seed {seed}: it is a number from 0 to {2**32 - 1}")
            named = config.getoption("--memory-backend")
            targets = _targets(config, named, seed, specification) if named else Targets()
            report = config.getoption("--memory-report")
            if report and Path(report).is_file():
                raise UsageError(f"--memory-report {report} is a file; it names a folder")
            for name, failure in targets.failed.items():
                raise pytest.UsageError(hide(f"{name}: {failure}"))
            return cls(
                specification,
                targets,
                config.getoption("--memory-only"),
                read_fail_on(config.getoption("--memory-fail-on")),
                seed,
                Path(report) if report else None,
                config.getoption("--memory-claims"),
                config.getoption("--memory-leaks"),
                config.getoption("--memory-cells"),
            )
        except (UsageError, HarnessError, SpecificationError) as error:
            raise pytest.UsageError(hide(str(error))) from None

    def register_marks(self, config: pytest.Config) -> None:
        """Make the marks of our items known to pytest, which may be strict about them."""
        topics = [f"{topic}: a topic of the memory specification" for topic in self.specification.topics]
        for mark in (*_MARKS, *topics):
            config.addinivalue_line("markers", mark)

    def beside(self, session: pytest.Session) -> SpecificationNode:
        """The specification beside everything else in a session, on the backends that were named."""
        return self._node(session, tuple(self.targets.ready), self._leaks, name="features", nodeid="features")

    def histories(self, session: pytest.Session) -> pytest.Collector | None:
        """Histories beside the specification, where the leak lab is asked for."""
        if not self._leaks:
            return None
        from memory_conformance.leaks.in_pytest import HistoriesNode

        return HistoriesNode.from_parent(
            session, name="leaks", nodeid="leaks", targets=self.targets.ready, seed=self._seed
        )

    def of_file(self, file: Path, parent: pytest.Collector) -> FeatureNode | None:
        """One feature file of the specification, where its path is given to pytest; None for anybody else's."""
        behaviours = [
            one
            for one in self.specification.behaviours
            if one.file == file and self._selection.wants(one, by_path=True)
        ]
        if not behaviours:
            return None
        to_play = self._to_play(tuple(self.targets.ready), self._leaks)
        name = f"features/{behaviours[0].path}"
        return FeatureNode.from_parent(
            parent, name=name, nodeid=name, path=file, behaviours=behaviours, to_play=to_play
        )

    def asked_by_path(self, config: pytest.Config) -> bool:
        """Whether pytest was given paths into the specification: then these are played, and not all of it."""
        folder = features_folder()
        paths = [Path(config.invocation_params.dir, argument.split("::")[0]).resolve() for argument in config.args]
        return any(path == folder or folder in path.parents for path in paths)

    def below(self, module: pytest.Module, fixture: Callable[[], Any]) -> list[pytest.Collector]:
        """The specification below a test module, on what its fixture returns. The fixture takes no arguments."""
        if inspect.signature(fixture).parameters:
            raise pytest.Collector.CollectError(
                f"{module.nodeid}: the fixture memory_conformance_backend takes no arguments: it is called before any test runs"
            )
        made = fixture()
        name = getattr(made, "__name__", None) or type(made).__name__
        try:
            # The fixture is the factory: what it gives is never shared between scenarios.
            way = partial(connect_object, fixture, name)
            taken = [target.name for target in self.targets.ready]
            targets = target_objects([(name, way)], self._seed, self.specification, self._claims, taken)
        except (UsageError, HarnessError) as error:
            raise pytest.Collector.CollectError(f"{module.nodeid}: {error}") from None
        for failure in targets.failed.values():
            raise pytest.Collector.CollectError(f"{module.nodeid}: {failure}")
        self.targets.ready.extend(targets.ready)
        leaks = self._leaks or module.get_closest_marker("memory_leaks") is not None
        nodes: list[pytest.Collector] = [
            self._node(module, tuple(targets.ready), leaks, name="memory_conformance_backend")
        ]
        if leaks:
            from memory_conformance.leaks.in_pytest import HistoriesNode

            named = {"name": "memory_conformance_leaks", "targets": targets.ready, "seed": self._seed}
            nodes.append(HistoriesNode.from_parent(module, **named))
        return nodes

    def _node(
        self, parent: pytest.Collector, targets: tuple[Target, ...], leaks: bool, **named: str
    ) -> SpecificationNode:
        return SpecificationNode.from_parent(parent, to_play=self._to_play(targets, leaks), **named)

    def _to_play(self, targets: tuple[Target, ...], leaks: bool) -> ToPlay:
        to_play = ToPlay(self.specification, targets, self._selection, self._fail_on, self.players)
        if not leaks:
            return to_play
        from memory_conformance.leaks.in_pytest import on_a_lattice

        return on_a_lattice(to_play, self._seed, self._cells)

    # The hooks, while items run.

    @pytest.hookimpl(optionalhook=True)
    def pytest_bdd_before_scenario(self, request: pytest.FixtureRequest, feature: Feature, scenario: Scenario) -> None:
        if isinstance(request.node, BehaviourItem):
            give_script(scenario, request.node.behaviour)

    @pytest.hookimpl(optionalhook=True)
    def pytest_bdd_before_step(self, request: pytest.FixtureRequest, step: Step) -> None:
        if isinstance(request.node, BehaviourItem) and isinstance(step, PlayedStep):
            request.node.current = step

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if isinstance(item, BehaviourItem) and call.when == "call" and item.result is not None:
            setattr(report, ATTRIBUTE, item.result.model_dump_json())
        lab = getattr(item, "lab", None)
        if isinstance(lab, LabOf) and call.when == "call":
            setattr(report, _LAB, lab.model_dump_json())
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        written = getattr(report, ATTRIBUTE, None)
        if written is not None:
            self.rows.append(Result.model_validate(json.loads(written)))
        shown = getattr(report, _LAB, None)
        if shown is not None:
            self.labs.append(LabOf.model_validate(json.loads(shown)))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        items = [item for item in session.items if isinstance(item, BehaviourItem)]
        self._collected = len(items)
        if not hasattr(session.config, "workerinput"):
            # A parallel worker plays what it is given, when it is given it.
            self.players.foresee((item.target, item.behaviour) for item in items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Parallel workers are given the seed that the report names."""
        node.workerinput[ATTRIBUTE] = self._seed

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Parallel workers collect; the process that hears of their results does not."""
        names = [node.rpartition("::")[2].partition("[")[0] for node in ids]
        self._collected = sum(name in self.specification.by_id for name in names)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A parallel worker tells whom it played on: a backend out of a fixture is known to it alone."""
        for written in getattr(node, "workeroutput", {}).get(ATTRIBUTE, ()):
            info = BackendInfo.model_validate_json(written)
            self._elsewhere[info.name] = _together(info, self._elsewhere.get(info.name))
        self._left_elsewhere += getattr(node, "workeroutput", {}).get(_LEFT, ())

    def pytest_keyboard_interrupt(self) -> None:
        self._interrupted = True

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.players.stop()
        self.targets.disconnect()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[ATTRIBUTE] = [
                self._info(target).model_dump_json() for target in self.targets.ready
            ]
            session.config.workeroutput[_LEFT] = self._left()
        if self._folder is not None and not hasattr(session.config, "workerinput"):
            from memory_conformance.report.folder import write_reports

            try:
                write_reports(self.results(), self._folder)
            except OSError as error:
                session.exitstatus = 3
                print(f"\n--memory-report {self._folder}: {error.strerror or error}", file=sys.stderr)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say by which command the memories can be removed that stay on services that nothing ever empties."""
        for run in [*self._left(), *self._left_elsewhere]:
            terminalreporter.write_line(f"what it left: memory-conformance clean --run {run}")

    def _left(self) -> list[str]:
        return [target.run for target in self.targets.ready if target.pen is not None and target.pen.wrote]

    def results(self) -> Results:
        """Everything that came out so far."""
        chosen = sum(1 for behaviour in self.specification.behaviours if self._selection.wants(behaviour))
        planned = chosen * len(self.targets.ready) if self._collected is None else self._collected
        envelope = Envelope(
            tool_version=__version__,
            started=self._started,
            duration=round(time.perf_counter() - self._began, 3),
            seed=self._seed,
            only=list(self._only),
            fail_on=sorted(word.value for word in self._fail_on),
            specification=self.specification.fingerprint,
            behaviours=chosen,
            backends=[
                *({target.name: self._info(target) for target in self.targets.ready} | self._elsewhere).values(),
                *(
                    BackendInfo(
                        name=name,
                        connectable=name,
                        problem=str(failure),
                        faulty=faulty_start(failure),
                        log=list(failure.log),
                    )
                    for name, failure in self.targets.failed.items()
                ),
            ],
            left_out=self.targets.left_out,
            planned=planned,
            complete=len(self.rows) == planned and not self._interrupted,
        )
        leaks = Leaks(labs=self.labs, beside=True) if self.labs else None
        return Results(envelope=envelope, results=self.rows, totals=totals(self.rows), leaks=leaks)

    def _info(self, target: Target) -> BackendInfo:
        return _info(target).model_copy(update={"lag": measured_lag(self.players.measured_of(target))})


def read_fail_on(words: Sequence[str]) -> frozenset[FailOn]:
    """What ``--fail-on`` says. Raises `UsageError` for a word that is none."""
    known = [word.value for word in FailOn]
    for word in words:
        if word not in known:
            raise UsageError(f"--fail-on takes no {word!r}; {did_you_mean(word, known)}")
    return frozenset(FailOn(word) for word in words)


def _targets(config: pytest.Config, named: Sequence[str], seed: int, specification: Specification) -> Targets:
    file = config.getoption("--memory-config")
    configuration = read_configuration(Path(file) if file else None)
    claims = config.getoption("--memory-claims")
    return find_targets(named, claims, seed, specification, configuration, keeps_journals=True)


def _info(target: Target) -> BackendInfo:
    return BackendInfo(
        name=target.name,
        connectable=target.connectable,
        version=target.hello.version,
        language=target.hello.language,
        scope=[field.name for field in target.hello.scope],
        capabilities=sorted(capability.value for capability in target.hello.capabilities),
        claim=str(target.claim) if target.claim is not None else None,
        tried=tried(target.probed),
        undeclared=target.probed.undeclared if target.probed is not None else [],
        missing=target.probed.missing if target.probed is not None else [],
        problems=target.probed.problems if target.probed is not None else [],
        config=target.config,
        remote=target.remote,
        calls=calls_of(target.backend),
        waited=waited_of(target.backend),
    )


def _together(one: BackendInfo, other: BackendInfo | None) -> BackendInfo:
    """What two parallel workers say of a backend, each of which made calls of its own."""
    if other is None:
        return one
    calls = Counter(one.calls) + Counter(other.calls)
    # Of two medians none can be made: who measured more speaks for both.
    lag = max(one.lag, other.lag, key=lambda lag: sum(of.measured for of in lag.values()))
    return one.model_copy(update={"calls": dict(calls), "waited": one.waited + other.waited, "lag": lag})
