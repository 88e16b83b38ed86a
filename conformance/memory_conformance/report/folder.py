"""All reports of a run in one folder."""

from __future__ import annotations

from pathlib import Path

from memory_conformance.report.junit import junit_xml
from memory_conformance.report.results import Results, write_results
from memory_conformance.report.summary import summary_markdown


def write_reports(results: Results, folder: Path) -> None:
    """Write results.json, and junit.xml and summary.md made from it."""
    write_results(results, folder)
    (folder / "junit.xml").write_text(junit_xml(results), encoding="utf-8")
    (folder / "summary.md").write_text(summary_markdown(results), encoding="utf-8")
