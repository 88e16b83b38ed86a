"""Writes the page of the docs about planted faults: `python -m memory_conformance.faults docs`."""

from __future__ import annotations

from pathlib import Path

import click

from memory_conformance.faults.hunting import hunt
from memory_conformance.faults.page import NAME, page
from memory_conformance.faults.planted import all_different, all_faults
from memory_conformance.specification import read_specification


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Play all faults, and write the page into FOLDER."""
    (folder / NAME).write_text(
        page(hunt(all_faults(), read_specification(), whole=True), all_different()), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
