"""What is planted is a backend like any other, in every command."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from memory_conformance.cli import main
from memory_conformance.connect.connectable import connect
from memory_conformance.model import Capability
from memory_conformance.references import UsageError
from memory_references.planted.catalogue import merely_different, services


@pytest.mark.parametrize(
    "name",
    ["complete", "joined-key", "uncut", "none-is-null", "go-fails-quietly", *(one.name for one in merely_different())],
)
def test_it_bears_the_name_that_it_is_connected_by(name: str) -> None:
    connected = connect(f"planted:{name}")

    assert connected.name == connected.backend.hello().name == f"planted:{name}"


def test_every_planted_service_can_be_opened() -> None:
    for make in services().values():
        backend = make()
        backend.close(backend.open({}))


def test_a_name_that_nothing_planted_has_is_told_with_those_that_are_close() -> None:
    with pytest.raises(UsageError, match="nothing planted is called 'joined-kye'; did you mean joined-key"):
        connect("planted:joined-kye")


def test_a_name_that_is_close_to_nothing_is_told_which_command_has_all() -> None:
    with pytest.raises(UsageError, match="more, which `memory-conformance faults` shows"):
        connect("planted:quux")


def test_the_complete_service_has_every_operation_of_a_memory() -> None:
    managed = {Capability.MANAGED, Capability.LAST_UPDATE}

    assert connect("planted:complete").backend.hello().capabilities == set(Capability) - managed


def test_a_run_finds_the_fault_and_says_how_to_repeat_it() -> None:
    ended = CliRunner().invoke(main, ["run", "planted:joined-key", "--only", "NAME-001 or SCOPE-001"])

    assert ended.exit_code == 1
    assert "memory-conformance run planted:joined-key --only NAME-001" in ended.output


def test_a_fault_in_a_reference_is_held_to_its_claim() -> None:
    ended = CliRunner().invoke(main, ["run", "planted:digits-dropped", "--only", "DIGITS-001"])

    assert ended.exit_code == 1
    assert "held to adk-go-1.7" in ended.output


def test_two_planted_services_can_be_compared() -> None:
    ended = CliRunner().invoke(
        main, ["compare", "planted:complete", "planted:finds-everything", "--only", "SUBSTR-001 or SCOPE-001"]
    )

    assert ended.exit_code in (0, 1)
    assert "behaviours differ" in ended.output


def test_what_is_planted_is_loaded_for_nobody_else() -> None:
    program = (
        "import sys; from memory_conformance.connect.connectable import connect; connect('adk-go-1.7');"
        " print([name for name in sys.modules if 'planted' in name or 'faults' in name])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "[]"
