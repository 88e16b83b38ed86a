"""A harness that misbehaves costs the scenarios concerned, in limited time, and nothing else: the real command, on real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.connect import processes
from memory_conformance.connect.stdio import SHORT_GRACE
from memory_conformance.connect.terms import WAIT
from transports.at_work import Work, calls_at, over_http, over_stdio

PLAYED = "WORD-003 or SCOPE-001 or SCOPE-002"
"""The first searches first; what happens at its first search must not cost the others."""
TIMEOUT = "2"
"""Seconds that a call may take: long for a machine that is busy, short for a test."""

ONCE = {
    "exits": "search: the harness ended with exit code 9",
    "killed": "search: the harness was ended by SIGKILL",
    "hangs": "search: no answer within 2 s",
    "garbage": "search: wrote to standard output what is no message: 'panic: no such shelf'",
    "late_log_line": "wrote to standard output what is no message: 'searched for 3 ms'; logs go to standard error",
    "wrong_id": "search: answered with the id",
    "no_id": "search: answered with the id None",
    "no_version": "wrote to standard output what is no JSON-RPC 2.0 message",
    "no_result": "answered with neither a result nor an error",
    "no_error": "answered with an error that is none of the protocol's",
    "internal": "the harness fell over",
    "no_memory": "search answered no Memories",
    "no_number": "wrote to standard output what is no message",
    "too_deep": "wrote to standard output what is no message",
    "too_big": "answered with more than 8,388,608 bytes",
    "endless": "answered with more than 8,388,608 bytes",
    "cut_short": 'the harness ended with exit code 5; it wrote a line without an end: \'{"jsonrpc": "2.0", "id": \'',
    "no_line_end": "no answer within 2 s; it wrote a line without an end",
    "closes_its_output": "search: closed its standard output",
}
"""What happens once over stdio, and what the scenario says of it."""
GOES_ON = {"internal", "no_memory"}
"""After these, the process that answered so is asked again."""

ONCE_OVER_HTTP = {
    "hangs": "search: no answer within 2 s",
    "cut": "search: the connection broke",
    "half": "search: the connection broke",
    "page": "search: answered with what is no JSON: '<html>welcome to our service</html>'",
    "redirect": "answered with a redirect to http://elsewhere.test/v1; redirects are not followed",
    "broken": "internal: HTTP status 500: 'Internal Server Error'",
    "error_as_result": "with the status 200; a result has 200, and no error has it",
    "no_memory": "search answered no Memories",
    "too_big": "answered with more than 8,388,608 bytes",
    "endless": "answered with more than 8,388,608 bytes",
    "drips": "search: no answer within 2 s",
    "drips_its_body": "search: no answer within 2 s",
}


NO_INTRODUCTION = {
    "silent": ("no answer within 2 s", "connecting to the database"),
    "slow": ("no answer within 2 s", "slow was started"),
    "ends_at_once": ("the harness ended with exit code 7", "there is no database"),
    "banner": (
        "wrote to standard output what is no message: 'Notes 1.4 is listening'; logs go to standard error",
        "banner was started",
    ),
}
"""What happens in place of an introduction, and the last line of the log."""

NO_INTRODUCTION_OVER_HTTP = {
    "/unready": "no introduction within 2 s: HTTP status 503: 'the service is starting'",
    "/hangs/hello/9": "no answer within 2 s",
    "/drips/hello/9": "no answer within 2 s",
    "/cut/hello/99": "no introduction within 2 s: the connection broke",
    "/page/hello/9": "answered with what is no JSON: '<html>welcome to our service</html>'",
    "/unauthorized": "permission_denied: HTTP status 401: 'who are you?'; what tells it who asks goes into headers, in memory-conf",
    "/nowhere": "unsupported: HTTP status 404: '<html>no such page</html>'",
}
NOBODY = ["http://127.0.0.1:9", "http://no-such-host.invalid/base"]
NO_COMMAND = {
    "no-such-command": "there is no command 'no-such-command' here",
    "harness.py": "there is no command 'harness.py' here; did you mean ./harness.py?",
    "./harness.py": "'./harness.py' cannot be started: Permission denied",
    "'a folder/harness'": "there is no command 'a folder/harness' here",
}


@pytest.fixture(scope="module")
def http() -> Iterator[str]:
    with over_http() as address:
        yield address


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Work:
    """One run on all harnesses over stdio that misbehave once."""
    named = [over_stdio(fault) for fault in ONCE]
    folder = tmp_path_factory.mktemp("stdio")
    return Work(folder, "run", *named, "--only", PLAYED, "--timeout", TIMEOUT, "--report", "report").ended()


@pytest.fixture(scope="module")
def once_over_http(tmp_path_factory: pytest.TempPathFactory, http: str) -> Work:
    """The same over HTTP."""
    named = [f"{http}/{fault}" for fault in ONCE_OVER_HTTP]
    folder = tmp_path_factory.mktemp("http")
    return Work(folder, "run", *named, "--only", PLAYED, "--timeout", TIMEOUT, "--report", "report").ended()


@pytest.fixture(scope="module")
def not_played(tmp_path_factory: pytest.TempPathFactory, http: str) -> Work:
    """One run on all that cannot be played, and on one backend that can."""
    folder = tmp_path_factory.mktemp("not-played")
    (folder / "harness.py").write_text("print()")
    named = [over_stdio(fault) for fault in NO_INTRODUCTION] + [http + place for place in NO_INTRODUCTION_OVER_HTTP]
    named += [*NOBODY, *(f"exec:{command}" for command in NO_COMMAND), "adk-go-1.7"]
    asked = ("--only", "SCOPE-001", "--wait", "2", "--report", "report")
    return Work(folder, "run", *named, *asked, COLUMNS="400").ended()


@pytest.fixture(scope="module")
def unusual(tmp_path_factory: pytest.TempPathFactory, http: str) -> Work:
    """One run on harnesses that are merely unusual."""
    named = [over_stdio(fault) for fault in ("slow", "flood", "big", "sound")]
    named += [f"{http}/{fault}" for fault in ("wrong_type", "big", "starting", "sound")]
    folder = tmp_path_factory.mktemp("unusual")
    return Work(folder, "run", *named, "--only", PLAYED, "--report", "report").ended()


@pytest.mark.parametrize("fault", ONCE)
def test_what_happens_once_costs_one_scenario_and_the_run_goes_on(fault: str, once: Work) -> None:
    rows = once.rows(fault)
    assert once.verdicts(fault) == {"WORD-003": "error", "SCOPE-001": "pass", "SCOPE-002": "pass"}
    assert ONCE[fault] in rows["WORD-003"]["reason"]
    assert rows["WORD-003"]["log"] == [f"{fault} was started", f"{fault} happens"]


@pytest.mark.parametrize("fault", ONCE_OVER_HTTP)
def test_what_happens_once_over_http_costs_one_scenario_and_the_run_goes_on(fault: str, once_over_http: Work) -> None:
    rows = once_over_http.rows(fault)
    assert once_over_http.verdicts(fault) == {"WORD-003": "error", "SCOPE-001": "pass", "SCOPE-002": "pass"}
    assert ONCE_OVER_HTTP[fault] in rows["WORD-003"]["reason"]


def test_what_was_not_played_to_the_end_is_3_and_the_last_lines_of_the_log_are_told(once: Work) -> None:
    assert once.code == 3
    assert "  log       exits happens" in once.out
    assert once.results()["envelope"]["complete"]


def test_a_process_that_broke_its_stream_is_started_afresh_and_none_is_left(once: Work) -> None:
    assert len(once.harnesses()) == 2 * len(ONCE) - len(GOES_ON)
    assert once.left_behind() == []


def test_nothing_of_a_redirect_that_only_its_owner_should_know_is_told(once_over_http: Work) -> None:
    told = once_over_http.out + once_over_http.err + str(once_over_http.results())
    assert "hunter" not in told
    assert "token" not in told


@pytest.mark.parametrize("framing", ["stdio", "http"])
def test_an_operation_that_fails_three_times_is_not_asked_any_more(framing: str, tmp_path: Path, http: str) -> None:
    fault = ("hangs", "delete_user", "99")
    named = over_stdio(*fault) if framing == "stdio" else f"{http}/{'/'.join(fault)}"
    forgetting = ["FORGET-010", "FORGET-011", "FORGET-016", "FORGET-012", "FORGET-014"]
    only = " or ".join([*forgetting, "SCOPE-001", "SCOPE-002"])
    run = Work(tmp_path, "run", named, "--only", only, "--timeout", "1", "--report", "report").ended()
    assert run.code == 3
    rows = run.rows()
    assert run.verdicts() == dict.fromkeys(forgetting, "error") | {"SCOPE-001": "pass", "SCOPE-002": "pass"}
    assert [("no answer within" in row["reason"], "not asked any more" in row["reason"]) for row in rows.values()][
        :5
    ] == [(True, False)] * 3 + [(True, True)] * 2
    if framing == "stdio":
        assert (tmp_path / "happened-hangs").read_text() == "xxx"
        assert run.left_behind() == []
    else:
        asked = [operation for operation, _ in calls_at(named)]
        assert "delete_user" not in asked


def test_a_harness_that_cannot_be_started_again_is_given_up(tmp_path: Path) -> None:
    named = over_stdio("ends_for_good")
    run = Work(tmp_path, "run", named, "adk-go-1.7", "--only", PLAYED, "--report", "report").ended()
    assert run.code == 3
    rows = run.rows("ends_for_good")
    assert set(run.verdicts("ends_for_good").values()) == {"error"}
    assert set(run.verdicts("adk-go-1.7").values()) == {"pass"}
    assert "search: the harness ended with exit code 3" in rows["WORD-003"]["reason"]
    told = "it could not be started again: hello: the harness ended with exit code 4"
    assert told in rows["SCOPE-001"]["reason"]
    assert rows["SCOPE-001"]["log"][-1] == "the lock file is still there"
    assert rows["SCOPE-002"]["reason"] == f"given up after SCOPE-001: {told}"
    assert len(run.harnesses()) == 2
    assert run.left_behind() == []


def test_a_service_that_goes_away_costs_no_time_and_what_it_answered_stays(tmp_path: Path) -> None:
    with over_http() as address:
        only = "SCOPE-001 or FORGET-010 or SCOPE-002 or SCOPE-003 or SCOPE-004 or SCOPE-005 or SCOPE-006"
        named = f"{address}/exits/delete_user/1"
        run = Work(tmp_path, "run", named, "--only", only, "--report", "report").ended()
    assert run.code == 3
    assert set(run.verdicts().values()) == {"error"}
    reasons = [row["reason"] for row in run.rows().values()]
    assert "delete_user: the connection broke" in reasons[0]
    assert all(f"open: nobody answers at {named}" in reason for reason in reasons[1:4])
    assert all("open failed 3 times and is not asked any more" in reason for reason in reasons[4:])


@pytest.mark.parametrize("fault", NO_INTRODUCTION)
def test_a_harness_that_does_not_introduce_itself_is_one_line_and_its_log(fault: str, not_played: Work) -> None:
    told, log = NO_INTRODUCTION[fault]
    _, _, after = not_played.out.partition(f"not played: {over_stdio(fault)}: hello: {told}\n")
    assert after.partition("not played: ")[0].splitlines()[-1] == f"  log       {log}"


@pytest.mark.parametrize("place", NO_INTRODUCTION_OVER_HTTP)
def test_a_service_that_does_not_introduce_itself_is_one_line(place: str, not_played: Work, http: str) -> None:
    assert f"not played: {http}{place}: hello: {NO_INTRODUCTION_OVER_HTTP[place]}" in not_played.out


@pytest.mark.parametrize("address", NOBODY)
def test_an_address_where_nobody_is_is_one_line(address: str, not_played: Work) -> None:
    told = f"hello: no introduction within 2 s: nobody answers at {address} ("
    assert f"not played: {address}: {told}" in not_played.out


@pytest.mark.parametrize("command", NO_COMMAND)
def test_a_command_that_is_not_there_is_one_line(command: str, not_played: Work) -> None:
    assert f"not played: exec:{command}: {NO_COMMAND[command]}" in not_played.out.splitlines()


def test_who_does_not_introduce_himself_is_not_started_again_and_the_others_are_played(not_played: Work) -> None:
    assert not_played.code == 3
    assert not_played.verdicts() == {"SCOPE-001": "pass"}
    assert len(not_played.harnesses()) == len(NO_INTRODUCTION)
    assert not_played.left_behind() == []


def test_a_hello_costs_no_more_than_20_seconds_with_everything_that_follows_it() -> None:
    assert WAIT + 2 * SHORT_GRACE + 2 * processes.KILLING < 20
    assert processes.GRACE * 2 + 2 * processes.KILLING < 10


@pytest.mark.parametrize("fault", ["slow", "flood", "big", "sound"])
def test_a_harness_that_is_slow_to_start_or_talks_much_is_as_good_as_any(fault: str, unusual: Work) -> None:
    assert set(unusual.verdicts(fault).values()) == {"pass"}


@pytest.mark.parametrize("fault", ["wrong_type", "big (2)", "starting", "sound (2)"])
def test_over_http_what_is_merely_unusual_passes(fault: str, unusual: Work) -> None:
    assert set(unusual.verdicts(fault).values()) == {"pass"}
    assert unusual.code == 0


def test_a_command_is_read_like_one_of_a_shell_from_the_folder_one_is_in(tmp_path: Path) -> None:
    (tmp_path / "a folder").mkdir()
    script = tmp_path / "a folder" / "harness"
    script.write_text(f'#!/bin/sh\nexec {over_stdio().removeprefix("exec:")} "$@"\n')
    script.chmod(0o755)
    run = Work(tmp_path, "run", "exec:'./a folder/harness' sound", "--only", "SCOPE-001").ended()
    assert run.code == 0, run.out


@pytest.mark.parametrize("address", ["http://", "http:///v1", "http://127.0.0.1:port", "http://[::1", "http://a..b"])
def test_what_is_no_address_is_wrong_usage(address: str, tmp_path: Path) -> None:
    run = Work(tmp_path, "run", address).ended()
    assert run.code == 2
    assert run.err == f"memory-conformance: {address} is no address; it is http://host[:port][/base]\n"


def test_tls_that_cannot_be_had_is_one_line_at_once(tmp_path: Path, http: str) -> None:
    plain = http.replace("http:", "https:")
    run = Work(tmp_path, "run", plain).ended()
    assert run.code == 3
    assert f"not played: {plain}: hello: it does not speak TLS as https:// needs it" in run.out
    certificate = Path(__file__).parent / "misbehaving" / "self_signed.pem"
    with over_http(str(certificate)) as address:
        run = Work(tmp_path, "run", f"{address}/sound", "--only", "SCOPE-001").ended()
        assert run.code == 3
        assert "hello: its certificate is not trusted: self-signed certificate; SSL_CERT_FILE names a file" in run.out
        trusting = {"SSL_CERT_FILE": str(certificate)}
        assert Work(tmp_path, "run", f"{address}/sound", "--only", "SCOPE-001", **trusting).ended().code == 0


def test_a_user_and_password_in_an_address_are_sent_and_never_told(tmp_path: Path, http: str) -> None:
    known = http.replace("//", "//ana:correct%20horse@")
    run = Work(tmp_path, "run", f"{known}/private", "--only", "SCOPE-001", "--report", "report").ended()
    assert run.code == 0
    refused = http.replace("//", "//ana:battery%20staple@")
    other = Work(tmp_path, "run", f"{refused}/private").ended()
    assert other.code == 3
    assert f"not played: {http}/private: hello: permission_denied: HTTP status 401" in other.out
    told = run.out + run.err + str(run.results()) + other.out + other.err
    for secret in ("correct", "horse", "battery", "staple", "YW5hOmNvcnJlY3QgaG9yc2U", "YW5hOmJhdHRlcnkgc3RhcGxl"):
        assert secret not in told


def test_a_proxy_of_the_environment_is_asked_for_others_and_not_for_this_machine(tmp_path: Path, http: str) -> None:
    nobody = {"http_proxy": "http://127.0.0.1:9", "no_proxy": ""}
    assert Work(tmp_path, "run", f"{http}/sound", "--only", "SCOPE-001", **nobody).ended().code == 0
    proxy = {"http_proxy": http.replace("//", "//me:secretly@"), "no_proxy": ""}
    elsewhere = "http://elsewhere.test/base"
    run = Work(tmp_path, "run", elsewhere, "--only", "SCOPE-001", **proxy).ended()
    assert run.code == 0, run.out
    run = Work(tmp_path, "run", elsewhere, "--wait", "0.3", **nobody).ended()
    assert run.code == 3
    socks = {"http_proxy": "socks5://me:secretly@127.0.0.1:9", "no_proxy": ""}
    run = Work(tmp_path, "run", elsewhere, **socks).ended()
    assert run.code == 3
    assert "proxy" in run.out
    assert "secretly" not in run.out + run.err


def test_a_write_whose_answer_was_lost_is_never_made_again(tmp_path: Path, http: str) -> None:
    named = f"{http}/cut/add_session/2"
    run = Work(tmp_path, "run", named, "--only", PLAYED, "--report", "report").ended()
    assert run.code == 3
    assert run.verdicts() == {"WORD-003": "error", "SCOPE-001": "error", "SCOPE-002": "pass"}
    added: list[Any] = [
        (asked["instance"], asked["session"]["id"])
        for operation, asked in calls_at(named)
        if operation == "add_session"
    ]
    assert len(added) == len(set(added)) == 3
