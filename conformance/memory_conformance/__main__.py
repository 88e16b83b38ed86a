"""`python -m memory_conformance` is the command."""

from memory_conformance.cli import main

main(prog_name="memory-conformance")
