"""A key opens the memory of its owner alone: every service that opens more is found by the rule that is meant for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaks import keyed
from leaks.commanded import command, everything, results, rows
from leaks.keyed import ANA, BEN, KEYS, Keyed, listening, principals

RULES = [f"LEAK-05{number}" for number in range(7)]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def not_passed(service: Keyed, folder: Path) -> dict[str, str]:
    """The rules that a service breaks, with the verdicts."""
    with listening(service.answer) as server:
        by_key = ("--principals", principals(folder), "--destructive")
        ended = command("leaks", server.address, *by_key, "--report", folder / "report")
    found = rows(folder / "report")
    assert set(found) == set(RULES)
    broken = {one: row["verdict"] for one, row in found.items() if row["verdict"] != "pass"}
    assert ended.code == bool(broken), ended.out
    return broken


@pytest.mark.parametrize(
    "service",
    [
        keyed.Keyed,
        keyed.PlainlyRefusing,
        keyed.Hiding,
        keyed.ByKeyAlone,
        keyed.LivedIn,
        keyed.LivedInByKeyAlone,
    ],
)
def test_a_service_that_goes_by_the_key_is_sound_however_it_says_so(service: type[Keyed], tmp_path: Path) -> None:
    assert not_passed(service(), tmp_path) == {}


@pytest.mark.parametrize(
    ("service", "found_by"),
    [
        (keyed.BelievesTheQuestion, {"LEAK-051", "LEAK-052", "LEAK-053"}),
        (keyed.ChecksSearchAlone, {"LEAK-051"}),
        (keyed.GivesByAnyId, {"LEAK-051"}),
        (keyed.ShowsRealMemories, {"LEAK-051"}),
        (keyed.LetsAnybodyAdd, {"LEAK-052"}),
        (keyed.LetsAnybodyOverwrite, {"LEAK-053"}),
        (keyed.LetsAnybodyGoOn, {"LEAK-053"}),
        (keyed.LetsAnybodyDelete, {"LEAK-053"}),
        (keyed.LetsAnybodyEmpty, {"LEAK-053"}),
        (keyed.LetsAnaDelete, {"LEAK-053"}),
        (keyed.DeletesByAnyId, {"LEAK-053"}),
        (keyed.OpenToNobody, {"LEAK-054", "LEAK-055", "LEAK-056"}),
        (keyed.ReadableByNobody, {"LEAK-054"}),
        (keyed.AddsForNobody, {"LEAK-055", "LEAK-056"}),
        (keyed.DeletesForNobody, {"LEAK-056"}),
    ],
)
def test_what_a_key_opens_beside_its_own_is_found_by_the_rule_that_is_meant(
    service: type[Keyed], found_by: set[str], tmp_path: Path
) -> None:
    assert not_passed(service(), tmp_path) == dict.fromkeys(found_by, "fail")


def test_a_key_that_opens_nothing_of_its_owner_breaks_a_rule_and_proves_no_other(tmp_path: Path) -> None:
    unproved = dict.fromkeys(["LEAK-051", "LEAK-054"], "inconclusive")
    found = not_passed(keyed.ShowsNothingToItsOwner(), tmp_path)
    assert found == {**unproved, **dict.fromkeys(["LEAK-050", "LEAK-052", "LEAK-053", "LEAK-055", "LEAK-056"], "fail")}


def test_a_key_that_is_not_taken_proves_nothing(tmp_path: Path) -> None:
    assert not_passed(keyed.TakesNoKey(), tmp_path) == dict.fromkeys(RULES, "inconclusive")
    [reason] = {row["reason"] for row in rows(tmp_path / "report").values()}
    assert 'user "ana" of app "shop" cannot add anything by their own key: permission_denied' in reason


def test_a_leak_by_key_names_both_and_shows_the_call(tmp_path: Path) -> None:
    not_passed(keyed.ChecksSearchAlone(), tmp_path)
    row = rows(tmp_path / "report")["LEAK-051"]
    assert 'user "ana" of app "shop" is shown the canary of user "ben" of app "shop"' in row["reason"]
    calls = [call for step in row["steps"] for call in step["calls"]]
    assert {"list_memories", "get_memory", "play_turn"} <= {call["operation"] for call in calls}
    assert all("keeps the spare key" in call["answer"] for call in calls if call["operation"] == "list_memories")


def test_a_canary_of_nobody_is_told_as_one(tmp_path: Path) -> None:
    not_passed(keyed.AddsForNobody(), tmp_path)
    assert "which somebody without a key added" in rows(tmp_path / "report")["LEAK-055"]["reason"]


def test_what_principals_told_before_stays_as_it_is(tmp_path: Path) -> None:
    service = keyed.LivedIn()
    before = {key: list(kept) for key, kept in service.instances["it"].items()}
    rules = ("--only", "LEAK-050 or LEAK-051 or LEAK-052 or LEAK-054 or LEAK-055")
    with listening(service.answer) as server:
        assert command("leaks", server.address, "--principals", principals(tmp_path), *rules).code == 0
    assert {key: service.instances["it"][key] for key in before} == before
    assert len(service.instances["it"]) > len(before)


def test_real_scopes_lose_nothing_on_this_machine_either_unless_somebody_says_so(tmp_path: Path) -> None:
    service = keyed.LivedInByKeyAlone()
    with listening(service.answer) as server:
        ended = command("leaks", server.address, "--principals", principals(tmp_path), "--report", "report")
        assert not keyed.DELETING & server.calls.keys()
    assert ended.code == 0
    assert keyed.REAL_OF_ANA in [one.text() for one in service.of("it", ANA)]
    assert {*RULES} - rows(tmp_path / "report").keys() == {"LEAK-053", "LEAK-056"}
    assert "LEAK-053, LEAK-056: the service is never empty: nothing is changed or deleted in the scopes" in ended.out


def test_the_lattice_is_played_beside_principals_only_where_its_cells_are_asked_for(tmp_path: Path) -> None:
    service = keyed.Keyed()
    with listening(service.answer) as server:
        command("leaks", server.address, "--principals", principals(tmp_path))
        assert {str(asked["scope"]) for _, asked, _ in server.asked if "session" in asked} == {str(ANA), str(BEN)}
        asked_for = ("--cells", "3", "--histories", "0")
        command("leaks", server.address, "--principals", principals(tmp_path), *asked_for, "--report", "report")
    assert {"LEAK-002", "LEAK-051"} <= set(rows(tmp_path / "report"))


def test_a_rule_of_the_lattice_that_would_not_be_played_is_said_to_be_none(tmp_path: Path) -> None:
    with listening(keyed.Keyed().answer) as server:
        ended = command("leaks", server.address, "--principals", principals(tmp_path), "--only", "LEAK-002")
    assert ended.code == 2
    assert ended.err == (
        "memory-conformance: --only LEAK-002 chooses rules of the lattice, which is played beside --principals only with --cells\n"
    )


def test_a_row_says_how_it_is_played_again_with_its_keys(tmp_path: Path) -> None:
    not_passed(keyed.ChecksSearchAlone(), tmp_path)
    assert f"--principals {tmp_path / 'principals.toml'}" in rows(tmp_path / "report")["LEAK-051"]["repeat"]


def test_no_key_is_in_any_report(tmp_path: Path) -> None:
    with listening(keyed.ToldInErrors().answer) as server:
        ended = command("leaks", server.address, "--principals", principals(tmp_path), "--report", tmp_path / "report")
    said = everything(tmp_path / "report", ended)
    assert "cannot use ‹secret›" in said["results.json"]
    assert not [(where, key) for where, text in said.items() for key in KEYS if key in text or key[5:] in text]


def test_calls_of_principals_are_calls_of_the_backend(tmp_path: Path) -> None:
    with listening(keyed.Keyed().answer) as server:
        command("leaks", server.address, "--principals", principals(tmp_path), "--report", tmp_path / "report")
        made = {operation: many for operation, many in server.calls.items() if operation != "hello"}
        assert results(tmp_path / "report")["envelope"]["backends"][0]["calls"] == made
        server.asked.clear()
        ended = command("leaks", server.address, "--principals", principals(tmp_path), "--max-calls", "20")
        assert len(server.asked) - server.calls["hello"] == 20
    assert ended.code == 3


def test_only_the_backend_itself_is_asked_to_introduce_itself(tmp_path: Path) -> None:
    with listening(keyed.Keyed().answer) as server:
        command("leaks", server.address, "--principals", principals(tmp_path))
        assert {str(who) for operation, _, who in server.asked if operation == "hello"} == {"None"}


def test_headers_of_the_backend_go_with_those_of_principals_and_without_any_key_of_theirs(tmp_path: Path) -> None:
    admin = next(iter(KEYS))
    (tmp_path / "memory-conformance.toml").write_text(
        f'[backends.shop]\nconnectable = "@"\nheaders = {{authorization = "Bearer {admin}"}}\n'
    )
    with listening(keyed.Keyed().answer) as server:
        file = tmp_path / "memory-conformance.toml"
        file.write_text(file.read_text().replace("@", server.address))
        assert command("leaks", "shop", "--principals", principals(tmp_path)).code == 0
        assert {who is None for operation, _, who in server.asked if operation == "search"} == {True, False}


WRONG = {
    "no table": ("principal = 3", "it holds [[principal]] tables"),
    "no TOML": ("[[principal", "cannot be read: "),
    "an unknown key": ('[[principals]]\nscope = {app = "a"}', "there is no key 'principals'; did you mean principal?"),
    "empty": ("", "principal is missing; it holds [[principal]] tables"),
    "an unknown key of one": (
        '[[principal]]\nscope = {app = "a", user = "b"}\nheader = {X = "1"}',
        "principal 1: there is no key 'header'; did you mean headers?",
    ),
    "no headers": ('[[principal]]\nscope = {app = "a", user = "b"}', "principal 1: headers is missing; it holds"),
    "no texts": (
        '[[principal]]\nscope = {app = 1, user = "b"}\nheaders = {X = "1"}',
        "principal 1: scope is a table of texts, and not empty",
    ),
    "a variable that is not there": (
        '[[principal]]\nscope = {app = "a", user = "b"}\nheaders = {X = "${NOT_THERE_AT_ALL}"}',
        "principal 1: the environment has no NOT_THERE_AT_ALL",
    ),
    "no variable": (
        '[[principal]]\nscope = {app = "a", user = "b"}\nheaders = {X = "${not there}"}',
        "principal 1: ${not there} names no variable; it is written ${NAME}",
    ),
    "no name of a header": (
        '[[principal]]\nscope = {app = "a", user = "b"}\nheaders = {"X Y" = "1"}',
        "principal 1: 'X Y' is no name of a header; one is Authorization",
    ),
    "no value of a header": (
        '[[principal]]\nscope = {app = "a", user = "b"}\nheaders = {X = " 1"}',
        "principal 1: the value of X is ASCII in one line, without spaces around",
    ),
    "one alone": (
        '[[principal]]\nscope = {app = "a", user = "b"}\nheaders = {X = "1"}',
        "there are at least two principals, each with a scope of its own",
    ),
    "the same twice": (
        2 * '[[principal]]\nscope = {app = "a", user = "b"}\nheaders = {X = "1"}\n',
        "there are at least two principals, each with a scope of its own",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_with_the_file_is_one_line_before_anything_is_asked(wrong: str, tmp_path: Path) -> None:
    written, told = WRONG[wrong]
    file = tmp_path / "keys.toml"
    file.write_text(written)
    with listening(keyed.Keyed().answer) as server:
        ended = command("leaks", server.address, "--principals", file)
        assert not server.asked
    assert ended.code == 2
    assert ended.err.startswith(f"memory-conformance: --principals: {file}")
    assert told in ended.err
    assert ended.err.count("\n") == 1


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    ended = command("leaks", "adk-go-1.7", "--principals", tmp_path / "none.toml")
    assert (ended.code, ended.err) == (
        2,
        f"memory-conformance: --principals: there is no file {tmp_path / 'none.toml'}\n",
    )


def test_a_scope_without_the_fields_of_the_backend_is_one_line_that_names_both(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    names = ('{app = "shop", user = "ana"}', '{app = "shop"}')
    file.write_text("".join(f'[[principal]]\nscope = {scope}\nheaders = {{X = "1"}}\n' for scope in names))
    with listening(keyed.Keyed().answer) as server:
        ended = command("leaks", server.address, "--principals", file)
    assert (ended.code, ended.err) == (
        2,
        f"memory-conformance: --principals {file}: the scope of principal 2 has app; that of Keyed has app, user\n",
    )


def test_a_backend_without_headers_is_told_before_another_is_played(tmp_path: Path) -> None:
    with listening(keyed.Keyed().answer) as server:
        ended = command("leaks", server.address, "adk-go-1.7", "--principals", principals(tmp_path))
        assert "add_session" not in server.calls
    assert ended.code == 2
    assert ended.err.endswith(
        "adk-go-1.7 is no HTTP service, and has no headers to tell who asks; one is http://host:port\n"
    )


def test_a_headline_without_a_leak_names_the_rules_that_are_broken_all_the_same(tmp_path: Path) -> None:
    with listening(keyed.LetsAnybodyDelete().answer) as server:
        ended = command("leaks", server.address, "--principals", principals(tmp_path))
    assert "LetsAnybodyDelete: 0 leaks in 2 proved pairs, but 1 rule is broken: LEAK-053\n" in ended.out
