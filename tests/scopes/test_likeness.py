"""What the names of a reader and an owner have in common is told in the words that are most telling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_conformance.scopes.identifiers import FAMILIES
from memory_conformance.scopes.likeness import ANY, EACH, OTHERS, likeness

ALONE = {
    ("", "ana"): "is empty",
    ("user1", "user10"): "begins the owner's",
    ("user", "user1"): "begins the owner's",
    ("ANA", "ana"): "differs in letter case alone",
    ("émile", "Émile"): "differs in letter case alone",
    ("%", "ana"): "is a pattern of SQL with % for the owner's",
    ("a%", "ana"): "is a pattern of SQL with % for the owner's",
    ("john_doe", "john-doe"): "is a pattern of SQL with _ for the owner's",
    ("___", "ana"): "is a pattern of SQL with _ for the owner's",
    ("*", "ana"): "is a pattern for the owner's",
    ("an?", "ana"): "is a pattern for the owner's",
    ("[a-z]na", "ana"): "is a pattern for the owner's",
    (".*", "ana"): "is an expression for the owner's",
    ("^ana$", "ana"): "is an expression for the owner's",
    ("(?i)ANA", "ana"): "is an expression for the owner's",
    ("ana ", "ana"): "is the same to whoever trims it",
    ("ana\u200b", "ana"): "is the same to whoever trims it",
    ("\u202eana", "ana"): "is the same to whoever trims it",
    ("ana\0", "ana"): "is the same to whoever trims it",
    ("rene\u0301", "rené"): "has another form of the same letters",
    ("rene", "rené"): "has another form of the same letters",
    ("\uff41\uff4e\uff41", "ana"): "has another form of the same letters",
    ("ana%2Fx", "ana/x"): "is the owner's, percent-encoded or the other way round",
    ("ana/x", "ana%2Fx"): "is the owner's, percent-encoded or the other way round",
    ("ana+x", "ana x"): "is the owner's, percent-encoded or the other way round",
    ("07", "7"): "is the same number",
    ("1e1", "10"): "is the same number",
    ("user100", "user10"): "goes on after the owner's",
    ("ana/", "ana"): "goes on after the owner's",
    ("ANA", "anabel"): "begins the owner's, in other letter case",
    ("er1", "user10"): "is a piece of the owner's",
    ("' ana", "ana"): "holds the owner's",
    ("default", "ana"): "is a reserved word",
    ("__proto__", "ana"): "is a reserved word",
    ("' OR '1'='1", "ana"): "is read as an expression",
    ("ben", "ana"): ANY,
    ("ana", ""): ANY,
    ("\u0430na", "ana"): ANY,
}


@pytest.mark.parametrize(("names", "words"), ALONE.items())
def test_one_field_is_told_by_its_names(names: tuple[str, str], words: str) -> None:
    reader, owner = names
    found = likeness({"app": "shop", "user": reader}, {"app": "shop", "user": owner})
    assert (found.fields, found.words) == (("user",), words)
    assert found.describe() == f"the reader's user {words}"


SEVERAL = {
    (("tea:room", "bea"), ("tea", "room:bea")): "read the same, joined by a colon",
    (("a\0b", "c"), ("a", "b\0c")): "read the same, joined by a null character",
    (("a&b", "c"), ("a", "b&c")): "read the same, joined by an ampersand",
    (("a\x1fb", "c"), ("a", "b\x1fc")): "read the same, joined by a unit separator",
    (("ab", "c"), ("a", "bc")): "read the same, joined",
    (("a\\", "b:c"), ("a:b\\", "c")): "read the same, joined by a colon that a backslash escapes",
    (("a\\", "b|c"), ("a|b\\", "c")): "read the same, joined by a bar that a backslash escapes",
    (("SHOP", "ANA"), ("shop", "ana")): EACH,
    (("", "%"), ("shop", "ana")): EACH,
    (("bank", "ANA"), ("shop", "ana")): OTHERS,
    (("bank", "ben"), ("shop", "ana")): OTHERS,
}


@pytest.mark.parametrize(("scopes", "words"), SEVERAL.items())
def test_several_fields_are_told_together(scopes: tuple[tuple[str, str], tuple[str, str]], words: str) -> None:
    reader, owner = (dict(zip(("app", "user"), names, strict=True)) for names in scopes)
    assert (likeness(reader, owner).fields, likeness(reader, owner).words) == (("app", "user"), words)


def test_a_session_that_joins_to_the_same_is_told_before_the_names_alone() -> None:
    found = likeness({"app": "shop", "user": "d5|e"}, {"app": "shop", "user": "d5"}, ("f", "e|f"))
    assert found.describe() == "the reader's user and session read the same, joined by a bar"
    assert likeness({"user": "d5|e"}, {"user": "d5"}, ("f", "monday")).fields == ("user",)
    assert likeness({"user": "d5|e"}, {"user": "d5"}).fields == ("user",)


hostile = st.one_of(
    st.sampled_from([name for family in FAMILIES for name in family.names]),
    st.text(max_size=12),
    st.text("[]{}()|*+?^$.\\&~-_%0123456789aA,:=!<>", max_size=12),
)


@given(hostile, hostile)
def test_whatever_two_names_are_something_is_said_of_them(reader: str, owner: str) -> None:
    assert likeness({"user": reader}, {"user": owner}).words


@pytest.mark.parametrize("reader", ["a{99999999999999}", "[[a]", "(" * 3_000, "a(?i)", "(?P<x", "[a&&b]"])
def test_an_expression_that_is_none_is_read_as_a_name(reader: str) -> None:
    assert likeness({"user": reader}, {"user": "ben"}).words in (ANY, "is read as an expression")
