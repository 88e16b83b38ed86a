"""Starts the harness by the path of its folder: ``python -I …/python_vertex NAME``, where NAME is what the backend is called.

It speaks JSON-RPC 2.0 on standard input and output, one message a line, until its input ends.
"""

import importlib
import sys
from pathlib import Path


def _main(name: str) -> None:
    folder = Path(__file__).resolve().parent
    # The folder that this one lies in, in place of this one: it is a package, and the worker lies beside it.
    sys.path[0] = str(folder.parent)
    importlib.import_module(f"{folder.name}.harness").main(name)


if __name__ == "__main__":
    _main(sys.argv[1])
