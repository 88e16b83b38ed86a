"""JUnit XML out of results, for every tool that reads it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from memory_conformance.report.compared import Pair, pairs
from memory_conformance.report.matrix import is_red_row
from memory_conformance.report.results import Compared, Result, Results
from memory_conformance.report.text import failure_text, verdict_words
from memory_conformance.verdict import Word

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(results: Results) -> str:
    """A test suite for each backend, a test case for each row. What is not green and not red is skipped, with its word."""
    root = ElementTree.Element("testsuites", name="memory-conformance")
    if results.compared is not None:
        _add_comparison(root, results, results.compared)
        return _written(root)
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
    return _written(root)


def _written(root: ElementTree.Element) -> str:
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_comparison(root: ElementTree.Element, results: Results, compared: Compared) -> None:
    """A test case for each behaviour, and one for each way in which made-up histories differ; what differs has failed."""
    every = pairs(results)
    found = compared.histories.found if compared.histories is not None else []
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=_clean(f"{compared.first} against {compared.second}"),
        tests=str(len(every) + len(found)),
        failures=str(sum(pair.differs for pair in every) + len(found)),
        errors=str(sum(_has_error(pair) for pair in every)),
        skipped=str(sum(not pair.comparable and not _has_error(pair) for pair in every)),
        time=f"{sum(pair.first.duration + pair.second.duration for pair in every):.3f}",
        timestamp=results.envelope.started.isoformat(timespec="seconds"),
    )
    for pair in every:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=pair.first.feature,
            name=_clean(f"{pair.id} {pair.first.title}"),
            time=f"{pair.first.duration + pair.second.duration:.3f}",
        )
        told = "; ".join(
            f"{row.backend}: {row.verdict.value}, {row.reason}" for row in (pair.first, pair.second) if row.reason
        )
        if _has_error(pair):
            ElementTree.SubElement(case, "error", type="error", message=_clean(told))
        elif not pair.comparable:
            ElementTree.SubElement(case, "skipped", message=_clean(told))
        elif pair.differs:
            first, second = pair.seen()
            message = f"{compared.first}: {first}; {compared.second}: {second}"
            ElementTree.SubElement(case, "failure", type="difference", message=_clean(message))
    for one in found:
        case = ElementTree.SubElement(suite, "testcase", classname="histories", name=_clean(one.words), time="0.000")
        message = f"{compared.first}: {one.first}; {compared.second}: {one.second}"
        told_in_full = ElementTree.SubElement(case, "failure", type="difference", message=_clean(message))
        told_in_full.text = _clean(one.scenario)


def _has_error(pair: Pair) -> bool:
    return Word.ERROR in (pair.first.verdict, pair.second.verdict)


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
