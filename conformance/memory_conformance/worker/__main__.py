"""Starts the worker by its path: ``python …/memory_conformance/worker package.module[:object] [NAME]``.

It speaks JSON-RPC 2.0 on standard input and output, one message a line, until its input ends. NAME is what the backend is called.
"""

import importlib
import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

_PACKAGE = "memory_conformance_worker"
"""What this folder is called here: its modules must stand in nobody's way, whatever a service imports."""


def _main() -> None:
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [one for one in sys.path if os.path.abspath(one) != folder]
    spec = spec_from_file_location(_PACKAGE, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
    if spec is None:
        raise ImportError(f"{folder} is no package")
    sys.modules[_PACKAGE] = module_from_spec(spec)
    importlib.import_module(f"{_PACKAGE}.lines").main(*sys.argv[1:3])


if __name__ == "__main__":
    _main()
