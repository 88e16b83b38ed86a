"""The @must set is chosen so that lost, altered, leaked and resurrected memories are red, and so is a query that makes search fail."""

import ast
import inspect
import textwrap

import pytest

from memory_conformance.verdict import Word
from mutations.decisions import Decisions
from mutations.mutants import MUTANTS, RED, Mutant
from mutations.playing import CLAIM, UNMUTATED, played
from mutations.table import PAGE, page

every_mutant = pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
red_mutants = [mutant for mutant in MUTANTS.values() if mutant.kind in RED]
green_mutants = [mutant for mutant in MUTANTS.values() if mutant.kind not in RED]


@every_mutant
def test_a_mutant_differs_by_one_line(mutant: Mutant) -> None:
    (kind,) = ast.parse(textwrap.dedent(inspect.getsource(type(mutant.decides)))).body
    assert isinstance(kind, ast.ClassDef)
    (method,) = [one for one in kind.body if isinstance(one, ast.FunctionDef)]
    assert hasattr(Decisions, method.name)
    (line,) = method.body
    assert line.lineno == line.end_lineno


@every_mutant
def test_what_must_be_red_names_the_requirement_that_says_so(mutant: Mutant) -> None:
    assert (mutant.killer is not None) == (mutant.kind in RED)


@pytest.mark.requires("adk")
@pytest.mark.parametrize("claim", [None, CLAIM])
def test_the_service_without_a_fault_is_green_and_answers_as_the_released_one(claim: str | None) -> None:
    outcome = played(UNMUTATED, claim)
    assert outcome.code == 0
    assert [row.id for row in outcome.rows if row.verdict not in (Word.PASS, Word.UNSUPPORTED)] == []


@pytest.mark.requires("adk")
@pytest.mark.parametrize("mutant", red_mutants, ids=lambda mutant: mutant.name)
def test_lost_altered_leaked_and_resurrected_memories_and_failing_queries_are_red(mutant: Mutant) -> None:
    assert played(mutant.name).code == 1
    assert mutant.killer in played(mutant.name).failed("must")


@pytest.mark.requires("adk")
@pytest.mark.parametrize("mutant", green_mutants, ids=lambda mutant: mutant.name)
def test_what_is_merely_different_is_green(mutant: Mutant) -> None:
    assert played(mutant.name).failed("must") == []
    assert played(mutant.name).code == 0


@pytest.mark.requires("adk")
@pytest.mark.parametrize("mutant", green_mutants, ids=lambda mutant: mutant.name)
def test_with_a_claim_what_is_merely_different_is_red(mutant: Mutant) -> None:
    assert played(mutant.name, CLAIM).code == 1


@pytest.mark.requires("adk")
@every_mutant
def test_no_fault_of_a_service_is_blamed_on_its_harness(mutant: Mutant) -> None:
    assert played(mutant.name).errors() == []


@pytest.mark.requires("adk")
def test_the_table_in_the_docs_is_what_runs_give() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m mutations.table` in the folder tests"
