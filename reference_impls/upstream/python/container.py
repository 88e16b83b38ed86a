"""Makes the harness of an image; the Dockerfile beside it runs this with RELEASE, and perhaps HARNESS, in the environment."""

import json
import os
import shlex
from pathlib import Path

from memory_conformance.upstream import python
from memory_conformance.upstream.workshop import Workshop

folder = Path(os.environ.get("HARNESS", "/opt/harness"))
folder.mkdir(parents=True)
command = python.build(os.environ["RELEASE"], Workshop(python.sources(), folder, print))
connectable = json.dumps(f"exec:{shlex.join(command)}")
(folder / "memory-conformance.toml").write_text(f"[backends.adk-python]\nconnectable = {connectable}\nwait = 120\n")
