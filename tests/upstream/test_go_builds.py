"""A release of ADK Go that cannot be had, or not be built here, is told in one line. Nothing is built."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from memory_conformance.upstream import artifact_of, command_of, read_release
from memory_conformance.upstream.workshop import CACHE, BuildError

GO = pytest.mark.requires("go")
Refused = Callable[[str], str]


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refused:
    """Says in which line a release is refused, both by the build and where its files are asked for."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setenv("GOMODCACHE", str(tmp_path / "modules"))
    monkeypatch.setenv("GOTOOLCHAIN", "local")
    monkeypatch.setenv("GOSUMDB", "off")

    def line(release: str) -> str:
        told = set()
        for asked in (command_of, artifact_of):
            with pytest.raises(BuildError) as error:
                asked(read_release(f"adk-go@{release}"), print)
            told.add(str(error.value))
        [one] = told
        assert "\n" not in one
        return one

    return line


def test_without_go_one_line_says_so(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert refused("1.7.0") == "adk-go 1.7.0 needs go, and there is no such command here"


def test_a_release_has_three_numbers(refused: Refused) -> None:
    assert refused("1.7") == "adk-go 1.7 is no release: those of a Go module have three numbers, such as 1.7.0"


@GO
@pytest.mark.parametrize(
    ("release", "path"), [("1.99.0", "google.golang.org/adk"), ("9.9.9", "google.golang.org/adk/v9")]
)
def test_a_release_that_there_is_not_is_told_from_a_proxy_that_fails(
    release: str, path: str, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {
        404: f"the Go module proxy has no {path} v{release}",
        410: f"the Go module proxy has no {path} v{release}",
        403: f"the Go module proxy refuses {path} v{release}: 403 Forbidden (sorry)",
        500: f"{path} v{release} cannot be downloaded: reading {{url}}: 500 Internal Server Error",
    }
    status = 0

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/plain")
            self.end_headers()
            self.wfile.write(b"sorry")

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        proxy = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setenv("GOPROXY", proxy)
        for status, line in told.items():
            assert refused(release).startswith(line.format(url=f"{proxy}/{path}/@v/v{release}.info")), status
        server.shutdown()


@GO
def test_a_proxy_that_cannot_be_reached_is_not_taken_for_a_release_that_there_is_not(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOPROXY", "off")
    assert refused("1.7.0") == (
        "google.golang.org/adk v1.7.0 cannot be downloaded: module lookup disabled by GOPROXY=off"
    )


@GO
def test_a_release_that_needs_a_newer_go_says_which(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = tmp_path / "proxy" / "google.golang.org" / "adk" / "v3" / "@v"
    offered.mkdir(parents=True)
    requirement = "module google.golang.org/adk/v3\n\ngo 1.999.0\n"
    (offered / "v3.0.0.info").write_text(json.dumps({"Version": "v3.0.0"}))
    (offered / "v3.0.0.mod").write_text(requirement)
    with zipfile.ZipFile(offered / "v3.0.0.zip", "w") as archive:
        archive.writestr("google.golang.org/adk/v3@v3.0.0/go.mod", requirement)
    monkeypatch.setenv("GOPROXY", (tmp_path / "proxy").as_uri())
    assert refused("3.0.0").startswith("google.golang.org/adk/v3 v3.0.0 requires go >= 1.999.0 (running go 1.")


@GO
def test_the_proxy_that_is_in_use_has_no_release_9_9_9(refused: Refused) -> None:
    line = refused("9.9.9")
    assert line.startswith(
        (
            "the Go module proxy has no google.golang.org/adk/v9 v9.9.9",
            "the Go module proxy refuses google.golang.org/adk/v9 v9.9.9: ",
        )
    )
