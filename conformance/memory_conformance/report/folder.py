"""All reports of a run in one folder."""

from __future__ import annotations

from pathlib import Path

from memory_conformance.report.heat_map import heat_map_svg
from memory_conformance.report.junit import junit_xml
from memory_conformance.report.lab import heat, told
from memory_conformance.report.leaking import picture_of
from memory_conformance.report.results import Results, write_results
from memory_conformance.report.summary import summary_markdown


def write_reports(results: Results, folder: Path) -> None:
    """Write results.json, and junit.xml and summary.md made from it; of the leak lab, a picture of each backend, too."""
    write_results(results, folder)
    (folder / "junit.xml").write_text(junit_xml(results), encoding="utf-8")
    (folder / "summary.md").write_text(summary_markdown(results), encoding="utf-8")
    for number, lab in enumerate(results.leaks.labs if results.leaks is not None and not results.leaks.beside else ()):
        picture = heat_map_svg(heat(results, lab), f"{lab.backend}: {told(results, lab)}")
        (folder / picture_of(number)).write_text(picture, encoding="utf-8")
