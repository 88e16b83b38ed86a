"""JUnit XML out of results, for every tool that reads it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from memory_conformance.report.matrix import is_red_row
from memory_conformance.report.results import Result, Results
from memory_conformance.report.text import failure_text, verdict_words
from memory_conformance.verdict import Word

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(results: Results) -> str:
    """A test suite for each backend, a test case for each row. What is not green and not red is skipped, with its word."""
    root = ElementTree.Element("testsuites", name="memory-conformance")
    for backend in results.envelope.backends:
        rows = [row for row in results.results if row.backend == backend.name]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(backend.name),
            tests=str(len(rows)),
            failures=str(sum(_is_failure(row, results) for row in rows)),
            errors=str(sum(row.verdict is Word.ERROR for row in rows)),
            skipped=str(sum(_is_skipped(row, results) for row in rows)),
            time=f"{sum(row.duration for row in rows):.3f}",
            timestamp=results.envelope.started.isoformat(timespec="seconds"),
        )
        for row in rows:
            _add_case(suite, row, results)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_case(suite: ElementTree.Element, row: Result, results: Results) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=row.feature,
        name=_clean(f"{row.id}[{row.backend}] {row.title}"),
        file=row.feature,
        line=str(row.line),
        time=f"{row.duration:.3f}",
    )
    if row.verdict is Word.PASS:
        return
    if row.verdict is Word.ERROR or _is_failure(row, results):
        kind = "error" if row.verdict is Word.ERROR else "failure"
        told = ElementTree.SubElement(case, kind, type=row.verdict.value, message=_clean(row.reason))
        told.text = _clean(failure_text(row))
    else:
        ElementTree.SubElement(case, "skipped", message=_clean(f"{verdict_words(row)}: {row.reason}"))


def _is_failure(row: Result, results: Results) -> bool:
    return is_red_row(row, results)


def _is_skipped(row: Result, results: Results) -> bool:
    return row.verdict not in (Word.PASS, Word.ERROR) and not _is_failure(row, results)


def _clean(text: str) -> str:
    """Text that XML can carry: its control characters and lone surrogates written as escapes."""
    return _NOT_XML.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
