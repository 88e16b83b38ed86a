"""What a machine lacks is skipped and said; where it was asked for, it is missed."""

from pathlib import Path

import pytest

CONFTEST = Path(__file__).parent.parent / "conftest.py"


@pytest.fixture
def lacking(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with our conftest, on a machine without one of the packages that it knows."""
    monkeypatch.delenv("MEMORY_CONFORMANCE_REQUIRE", raising=False)
    text = CONFTEST.read_text(encoding="utf-8")
    assert '"adk": "google.adk"' in text
    pytester.makeconftest(text.replace('"adk": "google.adk"', '"adk": "no_such_parent.package", "pytest": "pytest"'))
    pytester.makepyfile("""
        import pytest
        @pytest.mark.requires("adk")
        def test_with_adk(): ...
        @pytest.mark.requires("pytest")
        def test_with_pytest(): ...
    """)
    return pytester


def test_a_package_that_is_missing_is_named_by_the_skip(lacking: pytest.Pytester) -> None:
    run = lacking.runpytest_subprocess("-rs", "-W", "ignore::pytest.PytestUnknownMarkWarning")

    run.assert_outcomes(passed=1, skipped=1)
    run.stdout.fnmatch_lines("*adk is missing: the package no_such_parent.package is not installed*")


def test_a_package_that_was_asked_for_is_missed(lacking: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CONFORMANCE_REQUIRE", "langgraph,adk")
    run = lacking.runpytest_subprocess("-W", "ignore::pytest.PytestUnknownMarkWarning")

    outcomes = run.parseoutcomes()
    assert (outcomes["passed"], outcomes.get("skipped", 0)) == (1, 0)
    assert outcomes.get("failed", 0) + outcomes.get("errors", 0) == 1
    run.stdout.fnmatch_lines("*adk is missing*MEMORY_CONFORMANCE_REQUIRE asks for it*")
