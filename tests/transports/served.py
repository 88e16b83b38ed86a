"""Built-in backends, served as somebody would serve them: by the command, in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def served(backend: str, *options: str) -> Iterator[str]:
    """Serve a backend over HTTP at a free port, and give its address."""
    command = [sys.executable, "-m", "memory_conformance", "serve", backend, "--port", "0", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        found = re.search(r"http://\S+?:\d+", said)
        assert found is not None, said + process.stderr.read()
        yield found.group()
    finally:
        process.terminate()
        process.wait(10)
