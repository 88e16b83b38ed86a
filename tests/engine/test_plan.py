"""What is chosen to be played, and what a backend cannot be held to by what it declares."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.toy_features import DELETION, QUESTION, SCOPE
from engine.toys import Store, behaviour, judged, specification
from memory_conformance.plan import select, why_excluded
from memory_conformance.references import UsageError
from memory_conformance.specification import Specification
from memory_conformance.verdict import Word


@pytest.fixture
def several(tmp_path: Path) -> Specification:
    for file, text, names in (
        ("scope/a.feature", SCOPE, ("TOY-001", "SCOPE-001")),
        ("scope/b.feature", SCOPE, ("TOY-001 @must", "SCOPE-002 @should")),
        ("finding/c.feature", QUESTION, ("TOY-001", "WORDS-001")),
        ("forgetting/d.feature", DELETION, ("TOY-001", "FORGET-001 @broken:adk-java-1.8")),
    ):
        found = specification(tmp_path, f"Feature: {file}\n{text.replace(*names)}", file)
    return found


EVERYTHING = {"SCOPE-001", "SCOPE-002", "WORDS-001", "FORGET-001"}


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ([], EVERYTHING),
        (["SCOPE-001"], {"SCOPE-001"}),
        (["@SCOPE-001"], {"SCOPE-001"}),
        (["SCOPE-*"], {"SCOPE-001", "SCOPE-002"}),
        (["*-001"], EVERYTHING - {"SCOPE-002"}),
        (["scope"], {"SCOPE-001", "SCOPE-002"}),
        (["@must"], {"SCOPE-001", "FORGET-001"}),
        (["requirement"], EVERYTHING - {"WORDS-001"}),
        (["question"], {"WORDS-001"}),
        (["needs:*"], {"FORGET-001"}),
        (["@broken:adk-java-1.8"], {"FORGET-001"}),
        (["scope and not should"], {"SCOPE-001"}),
        (["not scope"], {"WORDS-001", "FORGET-001"}),
        (["(scope or finding) and *-001"], {"SCOPE-001", "WORDS-001"}),
        (["SCOPE-001", "finding"], {"SCOPE-001", "WORDS-001"}),
    ],
)
def test_an_expression_chooses(written: list[str], ids: set[str], several: Specification) -> None:
    selection = select(written, several)

    assert {one.id for one in several.behaviours if selection.wants(one)} == ids


@pytest.mark.parametrize(
    ("written", "word", "instead"),
    [
        ("SCOPE-003", "'SCOPE-003'", "SCOPE-00"),
        ("scoop", "'scoop'", "did you mean scope"),
        ("scope and not mist", "'mist'", "did you mean must"),
        ("scope or @needs:telepathy", "'@needs:telepathy'", "delete_session"),
        ("TOOLS-*", "'TOOLS-*'", ""),
        ("adk-go-1.7", "'adk-go-1.7'", ""),
    ],
)
def test_a_word_that_fits_nothing_is_named(written: str, word: str, instead: str, several: Specification) -> None:
    with pytest.raises(UsageError) as caught:
        select([written], several)

    assert word in str(caught.value)
    assert instead in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("written", ["scope and", "(scope", "scope finding", "and"])
def test_an_expression_that_cannot_be_read_is_told_in_one_line(written: str, several: Specification) -> None:
    with pytest.raises(UsageError, match="cannot be read") as caught:
        select([written], several)

    assert "\n" not in str(caught.value)


class WithoutApp(Store):
    fields: Mapping[str, Any] = {"scope": [{"name": "user"}]}


class SharedUsers(Store):
    fields: Mapping[str, Any] = {"scope": [{"name": "app"}, {"name": "user", "crossing": "shared"}]}


class WithTenant(Store):
    fields: Mapping[str, Any] = {"scope": [{"name": "tenant"}, {"name": "app"}, {"name": "user"}]}


OTHER_APP = SCOPE.replace('"ben" of app "shop"', '"ana" of app "bank"')


@pytest.mark.parametrize(
    ("text", "backend", "reason"),
    [
        (SCOPE, Store(), None),
        (OTHER_APP, Store(), None),
        (OTHER_APP, WithoutApp(), "its scope has no app"),
        (SCOPE, WithoutApp(), None),
        (SCOPE, SharedUsers(), "it declares that memories are shared between users"),
        (OTHER_APP, SharedUsers(), None),
        (DELETION, Store(), "it does not declare delete_session"),
        (SCOPE, WithTenant(), None),
    ],
)
def test_a_backend_is_held_to_what_it_declares(text: str, backend: Store, reason: str | None, tmp_path: Path) -> None:
    toy = behaviour(tmp_path, text)
    verdict = judged(toy, backend)

    assert why_excluded(toy, backend.hello()) == reason
    assert (verdict.word is Word.UNSUPPORTED) == (reason is not None)
    assert verdict.reason == (reason or "")


def test_what_cannot_be_held_against_a_backend_is_never_played(tmp_path: Path) -> None:
    backend = WithoutApp()
    judged(behaviour(tmp_path, OTHER_APP), backend)

    assert (backend.scopes, backend.instances) == ([], {})


def test_a_scope_has_the_fields_that_the_backend_lists(tmp_path: Path) -> None:
    without, with_tenant = WithoutApp(), WithTenant()
    judged(behaviour(tmp_path, SCOPE), without)
    judged(behaviour(tmp_path, SCOPE), with_tenant)

    assert without.scopes[0] == {"user": "ana"}
    assert with_tenant.scopes[0] == {"tenant": "main", "app": "shop", "user": "ana"}
