"""memory-conformance.toml: every mistake is one line with its place, and never shows a value."""

from __future__ import annotations

from pathlib import Path

import pytest

from adopting.configured import FILE, written
from memory_conformance.connect.configuration import read_configuration
from memory_conformance.references import UsageError

pytestmark = pytest.mark.usefixtures("variables_of_it")


def mistake(text: str, name: str = "staging") -> str:
    """What is said of a file, or of one backend in it."""
    with pytest.raises(UsageError) as told:
        written(text).entry(name)
    assert "\n" not in str(told.value)
    return str(told.value)


def staging(line: str) -> str:
    """A file with a backend that is right but for one line, which is its third."""
    return f'[backends.staging]\nconnectable = "http://localhost:1"\n{line}\n'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("timout = 3", "staging has no 'timout'; did you mean timeout or rate_limit?"),
        ('"time out" = 3', "staging has no 'time out'; did you mean timeout?"),
        ('timeout = "3"', "timeout of staging: it is seconds, more than 0"),
        ("timeout = 0", "timeout of staging: it is seconds, more than 0"),
        ("wait = -1", "wait of staging: it is seconds, more than 0"),
        ("wait = inf", "wait of staging: it is seconds, more than 0"),
        ("timeout = nan", "timeout of staging: it is seconds, more than 0"),
        ("max_calls = 2.5", "max_calls of staging: it is a whole number, 1 or more"),
        ("max_calls = true", "max_calls of staging: it is a whole number, 1 or more"),
        ("rate_limit = 0", "rate_limit of staging: it is calls a second, more than 0"),
        ("claim = 2026-01-01", 'claim of staging: it is a text, such as "adk-go-1.7"'),
        ('claim = "adk-go-17"', "claim of staging: no reference is called 'adk-go-17'; did you mean adk-go-1.7"),
        ('claim = "adk-go@9.9"', "claim of staging: adk-go 9.9 is in no range of releases; the nearest is"),
        ('scope = "user"', "scope of staging: it is a list of names, or of fields such as"),
        ("scope = [7]", "scope.0 of staging is wrong: scope is a list of names, or of fields such as"),
        ('scope = [""]', "scope.0.name of staging is wrong: scope is a list of names"),
        ('scope = ["user", "user"]', "scope of staging: 'user' stands there twice"),
        ('scope = [{name = "user", crosing = "shared"}]', "scope of staging has no 'crosing'; did you mean crossing?"),
        ('scope = [{name = "user", crossing = "no"}]', "scope.0.crossing of staging is wrong: scope is a list"),
        ('answers = ["DIGITS-001"]', "answers of staging: it is a table of titles by id"),
        ("bounds = 2", "bounds of staging: it is a table of seconds: write, forget or both"),
        ("bounds = {writes = 2}", "bounds of staging has no 'writes'; did you mean write?"),
        ("bounds = {write = -2}", "bounds.write of staging is wrong: bounds is a table of seconds"),
        ('reset = "never"', 'reset of staging: it is "instance" or "none"'),
        ('headers = "none"', "headers of staging: it is a table of texts"),
        ("headers = {Retries = 3}", "headers.Retries of staging is wrong: headers is a table of texts"),
        ('headers = {"X Y" = "3"}', "no header is called 'X Y'"),
        ('headers = {X = "a\\nb"}', "the value of X has what no header may hold; it is ASCII in one line"),
        ('headers = {X = "é"}', "the value of X has what no header may hold; it is ASCII in one line"),
        ('headers = {X = "${NOBODY_HAS_IT}"}', "headers.X of staging: the environment has no NOBODY_HAS_IT"),
        (
            'headers = {X = "${TOKEN-OF-IT}"}',
            "headers.X of staging: ${TOKEN-OF-IT} names no variable; it is written ${NAME}",
        ),
        ("harden = 1", "harden of staging: it is true or false"),
        ("harden = true", "harden of staging: it is for docker: and dockerfile:"),
        ('env = {X = "1"}', "env of staging: it is for exec:, docker: and dockerfile:"),
        ('env = {"X=Y" = "1"}', "no variable is called 'X=Y'"),
        ('build_args = {X = "1"}', "build_args of staging: it is for dockerfile:"),
    ],
)
def test_a_mistake_in_a_table_is_one_line_with_its_place(line: str, told: str) -> None:
    assert mistake(staging(line)).startswith(f"{FILE}:3: {told}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[backends.staging]\nconnectable = \n", f"{FILE}:2: this is no TOML: Invalid value"),
        ('[backends.staging]\nconnectable = "', f"{FILE}:2: this is no TOML: "),
        (
            '[backend.staging]\nconnectable = "x"\n',
            f"{FILE}:1: there is no place for 'backend'; did you mean backends?",
        ),
        ('\nname = "x"\n', f"{FILE}:2: there is no place for 'name'; there are backends"),
        ("backends = 7\n", f"{FILE}:1: backends is a table of tables, such as [backends.staging]"),
        ("[backends]\nstaging = 7\n", f"{FILE}:2: staging is a table, [backends.staging]"),
        ('[[backends.staging]]\nconnectable = "x"\n', f"{FILE}:1: staging is a table, [backends.staging]"),
        ("[backends.staging]\ntimeout = 7\n", f"{FILE}:1: staging has no connectable, such as connectable = "),
        ('[backends.staging]\nconnectable = ""\n', f"{FILE}:2: connectable of staging: it is a text"),
        ('[backends."my own"]\nconnectable = "x"\n', f"{FILE}:1: 'my own' is no name; take a name of your own"),
        (
            '[backends."adk-go-1.7"]\nconnectable = "x"\n',
            f"{FILE}:1: 'adk-go-1.7' is the name of a reference that is built in",
        ),
        (
            '\n[backends.notes-1.4]\nconnectable = "x"\n',
            f'{FILE}:2: a dot in a name needs quotes: [backends."notes-1.4"]',
        ),
        (
            '[backends.notes-1.4.2]\nconectable = "x"\n[backends.notes-1.4.2.headers]\nX = "1"\n',
            f'{FILE}:1: a dot in a name needs quotes: [backends."notes-1.4.2"]',
        ),
        (
            '[backends.adk-go-1.7]\nconnectable = "x"\n',
            f'{FILE}:1: a dot in a name needs quotes: [backends."adk-go-1.7"]',
        ),
        (
            '[backends.segmented.2]\nconnectable = "x"\n',
            f'{FILE}:1: a dot in a name needs quotes: [backends."segmented.2"]',
        ),
        (
            '[backends]\nnotes.new.connectable = "x"\n',
            f'{FILE}:2: a dot in a name needs quotes: [backends."notes.new"]',
        ),
        (
            '[backends.staging]\nconnectable = "http://x"\n[backends.staging.header]\nscope = "1"\n',
            f"{FILE}:3: staging has no 'header'; did you mean headers",
        ),
        (
            '[backends.staging]\nconnectable = "http://x"\n[backends.staging.proxy]\nhost = "1"\n',
            f"{FILE}:3: staging has no 'proxy'; there are connectable, ",
        ),
        (
            '[backends.staging]\nconectable = "x"\n',
            f"{FILE}:2: staging has no 'conectable'; did you mean connectable?",
        ),
        (
            '[backends.staging]\ntimeout = "x"\nclaims = "adk-go-1.7"\n',
            f"{FILE}:3: staging has no 'claims'; did you mean claim",
        ),
        (
            '[backends.staging]\nconnectable = "${NOBODY_HAS_IT}"\n',
            f"{FILE}:2: connectable of staging: the environment has no NOBODY_HAS_IT",
        ),
        (
            '[backends.staging]\nconnectable = "http://x"\n[backends.staging.headers]\nX = "${NOBODY_HAS_IT}"\n',
            f"{FILE}:4: headers.X of staging: the environment has no NOBODY_HAS_IT",
        ),
        (
            '[backends.staging]\nconnectable = "http://x"\n\n[backends.other]\n# else\ntimeout = "x"\n',
            f"{FILE}:4: other has no connectable",
        ),
        (
            '[backends]\nstaging.connectable = "http://x"\nstaging.timeout = "x"\n',
            f"{FILE}:3: timeout of staging: it is seconds, more than 0",
        ),
    ],
)
def test_a_mistake_in_the_file_is_one_line_with_its_place(text: str, told: str) -> None:
    assert mistake(text).startswith(told)


def test_a_name_with_a_dot_in_quotes_is_a_name_and_tables_of_texts_may_hold_any_key() -> None:
    text = '[backends."notes-1.4"]\nconnectable = "http://x"\n[backends."notes-1.4".headers]\nconnectable = "mine"\n'
    assert written(text).entry("notes-1.4").terms.headers == {"connectable": "mine"}


def test_a_file_that_is_not_in_utf_8_says_where() -> None:
    Path(FILE).write_bytes("[backends.staging]\n# Würfel\n".encode("latin-1"))
    with pytest.raises(UsageError, match=rf"^{FILE}:2: what stands here is not UTF-8$"):
        read_configuration()


def test_a_mistake_never_shows_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN_OF_IT", "a-canary\n")
    lines = ["timeout = 'a-canary'", "claim = ['a-canary']", "headers = {X = ['a-canary']}", "env = 'a-canary'"]
    for line in [*lines, "reset = 'a-canary'", "headers = {X = '${TOKEN_OF_IT}'}"]:
        assert "a-canary" not in mistake(staging(line))


@pytest.mark.parametrize("term", [{"env": {"X": "1234"}}, {"build_args": {"X": "1"}}, {"harden": True}])
def test_terms_that_no_backend_of_the_run_takes_are_refused(term: dict[str, object]) -> None:
    configuration = read_configuration(given=term)
    with pytest.raises(UsageError, match=r"^--.* is for .*, and no backend of this run is one$"):
        configuration.entries(["adk-go-1.7", "http://localhost:1"])
    assert configuration.entries(["adk-go-1.7", "dockerfile:x"])[1].connectable == "dockerfile:x"
