"""The silent traps of pytest-bdd: what it does alone, so that we notice when upstream mends it, and what keeps us out of each.

The guards against async steps and ambiguous sentences are held by test_sentence.py, those against titles and tags that are
taken or mistyped by test_reader.py.
"""

import sys
from pathlib import Path

import pytest

from memory_conformance.report.results import read_results

CUP = """Feature: Cups
  Scenario: A cup
    Given a cup
    Then it is full
"""
STEPS = """
from pytest_bdd import given, parsers, scenarios, then
scenarios("cups.feature")
@given("a cup")
def a_cup(): ...
"""


def plain(pytester: pytest.Pytester, feature: str, steps: str) -> pytest.RunResult:
    """A run of pytest-bdd without us."""
    pytester.path.joinpath("cups.feature").write_text(feature, encoding="utf-8")
    pytester.makepyfile(test_cups=STEPS + steps)
    return pytester.runpytest_subprocess("-p", "no:memory-conformance")


def test_alone_it_passes_an_async_step_whatever_that_asserts(pytester: pytest.Pytester) -> None:
    run = plain(pytester, CUP, '@then("it is full")\nasync def full(): assert False\n')

    run.assert_outcomes(passed=1, warnings=1)


def test_alone_it_plays_one_of_two_scenarios_of_one_title(pytester: pytest.Pytester) -> None:
    feature = CUP.replace("  Scenario: A cup", "  Scenario: A cup\n    Given a broken cup\n\n  Scenario: A cup")
    run = plain(pytester, feature, '@then("it is full")\ndef full(): ...\n')

    run.assert_outcomes(passed=1)


def test_alone_it_takes_one_of_two_steps_that_match(pytester: pytest.Pytester) -> None:
    steps = '@then("it is full")\ndef full(): assert False\n@then(parsers.parse("it is {what}"))\ndef any_(what): ...\n'
    run = plain(pytester, CUP, steps)

    run.assert_outcomes(passed=1)


def test_alone_it_takes_a_mistyped_tag_for_another_mark(pytester: pytest.Pytester) -> None:
    run = plain(pytester, CUP.replace("  Scenario", "  @mutst\n  Scenario"), '@then("it is full")\ndef full(): ...\n')

    run.assert_outcomes(passed=1, warnings=1)


def test_alone_it_plays_a_parametrised_fixture_that_only_a_step_requests_on_none_of_its_parameters(
    pytester: pytest.Pytester,
) -> None:
    steps = """
import pytest
@pytest.fixture(params=["one", "two"])
def backend(request): return request.param
@then("it is full")
def full(backend): ...
"""
    run = plain(pytester, CUP, steps)

    # Older releases of pytest ended in a KeyError; that of today says what is wrong.
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines("The requested fixture has no parameter defined for test*")


def test_a_parametrised_fixture_is_refused_in_one_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import pytest
        @pytest.fixture(params=["one", "two"])
        def memory_conformance_backend(request): return request.param
    """)
    run = pytester.runpytest_subprocess()

    assert run.ret is pytest.ExitCode.INTERRUPTED or run.ret is pytest.ExitCode.USAGE_ERROR
    run.stdout.fnmatch_lines("*the fixture memory_conformance_backend takes no arguments*")
    run.stdout.no_fnmatch_line("*Traceback*")


def test_every_scenario_is_played_on_every_backend_that_is_named(pytester: pytest.Pytester, tmp_path: Path) -> None:
    report = tmp_path / "report"
    pytester.run(
        sys.executable,
        *("-m", "memory_conformance", "run", "adk-go-1.7", "adk-java-1.8"),
        *("--only", "DIGITS-*", "--report", str(report)),
    )
    results = read_results(report)
    played = {backend: {row.id for row in results.results if row.backend == backend} for backend in results.totals}
    seen = {row.backend: row.observed for row in results.results if row.id == "DIGITS-001"}

    assert played["adk-go-1.7"] == played["adk-java-1.8"] != set()
    # Each on its own service: the two do not answer alike.
    assert seen == {"adk-go-1.7": '"order 4521 was shipped"', "adk-java-1.8": "nothing"}
