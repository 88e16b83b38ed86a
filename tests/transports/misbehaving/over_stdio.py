"""A harness over stdio with one fault, asked for by name: ``over_stdio.py FAULT [OPERATION [TIMES]]``.

Faults of an operation happen so many times, over all the processes that are started in a folder: ``happened-FAULT`` there counts
them. Each process adds its id to ``pids``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from service import Refused, Service  # type: ignore[import-not-found]

FAULT, OPERATION, TIMES = [*sys.argv[1:], "search", "1"][:3] if len(sys.argv) < 4 else sys.argv[1:4]
HAPPENED = Path(f"happened-{FAULT}")
MEGABYTE = 1024 * 1024
requests, responses = sys.stdin.buffer, sys.stdout.buffer


def log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def write(text: str, end: str = "\n") -> None:
    try:
        responses.write((text + end).encode())
        responses.flush()
    except BrokenPipeError:
        os._exit(0)


def respond(id: Any, **said: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", "id": id, **said}))


def wait_for_ever() -> None:
    while True:
        time.sleep(60)


# What goes wrong before the first message.


def silent() -> None:
    log("connecting to the database")
    wait_for_ever()


def slow() -> None:
    time.sleep(2)


def ends_at_once() -> None:
    log("there is no database")
    sys.exit(7)


def banner() -> None:
    write("Notes 1.4 is listening")


def still_locked() -> None:
    if HAPPENED.exists():
        log("the lock file is still there")
        sys.exit(4)


def stubborn() -> None:
    signal.signal(signal.SIGTERM, lambda *_: Path("told-to-end").touch())


def with_a_child_unmarked() -> None:
    """The same, and without anything in its environment that tells where it comes from."""
    _leave_a_child({})


def with_a_child() -> None:
    """Leave a process behind, in a group of its own, that holds on to everything and ends for nobody."""
    _leave_a_child(None)


def _leave_a_child(environment: dict[str, str] | None) -> None:
    code = (
        "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "open('pids', 'a').write(f'{os.getpid()}\\n'); time.sleep(600)"
    )
    subprocess.Popen([sys.executable, "-c", code], env=environment, start_new_session=True)
    while len(Path("pids").read_text().splitlines()) < 2:
        time.sleep(0.01)


def flood() -> None:
    piece = b"x" * 1023 + b"\n"
    for _ in range(50 * 1024):
        sys.stderr.buffer.write(piece)
    sys.stderr.buffer.write(b"y" * MEGABYTE)
    sys.stderr.flush()


# What goes wrong with one message.


def terminates_the_run(id: Any) -> bool:
    """End the process that asks, and answer it all the same."""
    os.kill(os.getppid(), signal.SIGTERM)
    return True


def exits(id: Any) -> None:
    sys.exit(9)


def ends_for_good(id: Any) -> None:
    sys.exit(3)


def killed(id: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hangs(id: Any) -> None:
    Path("hanging").touch()
    wait_for_ever()


def garbage(id: Any) -> None:
    write("panic: no such shelf")


def late_log_line(id: Any) -> None:
    write("searched for 3 ms")
    respond(id, result={"memories": []})


def wrong_id(id: Any) -> None:
    respond(id + 1, result={"memories": []})


def no_id(id: Any) -> None:
    respond(None, error={"code": -32700, "message": "I cannot read this"})


def no_version(id: Any) -> None:
    write(json.dumps({"id": id, "result": {"memories": []}}))


def no_result(id: Any) -> None:
    respond(id)


def no_error(id: Any) -> None:
    respond(id, error="it went wrong")


def internal(id: Any) -> None:
    respond(id, error={"code": -32603, "message": "the harness fell over"})


def no_memory(id: Any) -> None:
    respond(id, result={"memories": [7]})


def no_number(id: Any) -> None:
    respond(id, result={"memories": [], "took": float("nan")})


def too_deep(id: Any) -> None:
    write("[" * 100_000)


def too_big(id: Any) -> None:
    respond(id, result={"memories": ["x" * 10 * MEGABYTE]})


def endless(id: Any) -> None:
    while True:
        write("x" * MEGABYTE, end="")


def cut_short(id: Any) -> None:
    write('{"jsonrpc": "2.0", "id": ', end="")
    sys.exit(5)


def no_line_end(id: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", "id": id, "result": {"memories": []}}), end="")
    wait_for_ever()


def closes_its_output(id: Any) -> None:
    os.close(1)
    wait_for_ever()


AT_START = {
    **{at.__name__: at for at in (silent, slow, ends_at_once, banner, stubborn, flood)},
    **{at.__name__: at for at in (with_a_child, with_a_child_unmarked)},
    "ends_for_good": still_locked,
}
AT_MESSAGE = {
    at.__name__: at
    for at in (
        *(terminates_the_run, exits, ends_for_good, killed, hangs, garbage, late_log_line, wrong_id, no_id, no_version),
        *(no_result, no_error, internal, no_memory, no_number, too_deep, too_big, endless, cut_short, no_line_end),
        closes_its_output,
    )
}


def happens() -> bool:
    """Whether the fault happens now: so many times over all processes, each of which is noted."""
    before = len(HAPPENED.read_text()) if HAPPENED.exists() else 0
    if before < int(TIMES):
        HAPPENED.write_text("x" * (before + 1))
    return before < int(TIMES)


def main() -> None:
    with open("pids", "a") as pids:
        pids.write(f"{os.getpid()}\n")
    log(f"{FAULT} was started")
    if FAULT in AT_START:
        AT_START[FAULT]()
    service = Service(FAULT)
    for line in requests:
        request = json.loads(line)
        operation, id = request["method"], request["id"]
        if operation == OPERATION and FAULT in AT_MESSAGE and happens():
            log(f"{FAULT} happens")
            if not AT_MESSAGE[FAULT](id):
                continue
        try:
            result = service.answer(operation, request["params"])
        except Refused as error:
            said = {"code": error.code, "speaker": error.speaker}
            respond(id, error={"code": -32000, "message": str(error), "data": said})
            continue
        if FAULT == "big" and operation == "search":
            result["padding"] = "x" * 5 * MEGABYTE
        respond(id, result=result)
    if FAULT == "stubborn":
        wait_for_ever()


main()
