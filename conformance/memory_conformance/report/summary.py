"""summary.md: what somebody wants to see on the page of a CI job. What is red first, then what differs."""

from __future__ import annotations

from memory_conformance.evidence import shorten
from memory_conformance.report.calls import is_not_run, not_run
from memory_conformance.report.leaking import kind_sections, leak_sections
from memory_conformance.report.markdown import cell, fenced
from memory_conformance.report.matrix import (
    Cell,
    Note,
    code_of,
    differing,
    likeness,
    matrix,
    notes,
    open_questions,
    red_rows,
)
from memory_conformance.report.results import BackendInfo, Result, Results
from memory_conformance.report.summary_compared import compared_sections
from memory_conformance.report.text import failure_text, verdict_words
from memory_conformance.report.trials import trial_lines
from memory_conformance.report.visible import visible_after
from memory_conformance.verdict import Word

LARGEST = 900_000
"""Bytes: job pages refuse a summary of 1 MB as a whole."""

MOST_TOLD = 40
"""Red rows that are told in full; the rest is counted and stands in results.json."""

MOST_IDS = 6
"""Ids that a line names; beyond, it says how many there are."""


def summary_markdown(results: Results) -> str:
    """The summary as Markdown, never larger than `LARGEST` bytes."""
    if results.compared is not None:
        return _cut([*compared_sections(results, results.compared), _foot(results)])
    if results.leaks is not None and not results.leaks.beside:
        return _cut([_headline(results), *leak_sections(results, results.leaks), _foot(results)])
    sections = [
        _headline(results),
        _backends(results.envelope.backends, results.envelope.left_out),
        _trials(results.envelope.backends),
        "\n".join(f"- {cell(line.text)}" for line in visible_after(results)),
        _matrix(results),
        "\n".join(f"**{cell(line)}**" for line in not_run(results)),
        _red([row for row in red_rows(results) if not is_not_run(row)]),
        *(kind_sections(results.leaks) if results.leaks is not None else ()),
        _notes(notes(results)),
        _differing(results),
        _likeness(results),
        _foot(results),
    ]
    return _cut(sections)


def _cut(sections: list[str]) -> str:
    text = "\n\n".join(section for section in sections if section) + "\n"
    encoded = text.encode("utf-8", errors="backslashreplace")
    if len(encoded) <= LARGEST:
        return encoded.decode("utf-8")
    kept = encoded[:LARGEST].decode("utf-8", errors="ignore").rpartition("\n")[0]
    return f"{kept}\n\n*Cut at {LARGEST:,} bytes; everything is in results.json.*\n"


def _headline(results: Results) -> str:
    told = {0: "as expected", 1: "not as expected", 3: "could not be played to the end"}[code_of(results)]
    counted = {word: sum(words.get(word, 0) for words in results.totals.values()) for word in Word}
    words = ", ".join(f"{count} {word.value}" for word, count in counted.items() if count) or "nothing was played"
    early = "" if results.envelope.complete else " The run was ended early."
    return f"# Memory conformance: {told}\n\n{words}.{early}"


def _backends(backends: list[BackendInfo], left_out: dict[str, str]) -> str:
    lines = ["| backend | version | language | held to |", "|---|---|---|---|"]
    lines += [
        f"| {cell(backend.name)} | {cell(backend.version)} | {cell(backend.language)} | "
        f"{cell(backend.problem or backend.claim or 'no claim')} |"
        for backend in backends
    ]
    lines += [f"| {cell(name)} | | | left out: {cell(reason)} |" for name, reason in left_out.items()]
    return "\n".join(lines)


def _trials(backends: list[BackendInfo]) -> str:
    lines = [f"- **{cell(backend.name)}**: {cell(line)}" for backend in backends for line in trial_lines(backend)]
    return "\n".join(lines)


def _matrix(results: Results) -> str:
    backends = [backend.name for backend in results.envelope.backends if backend.problem is None]
    lines = [f"| topic | {' | '.join(map(cell, backends))} |", f"|---|{'---|' * len(backends)}"]
    for topic, row in matrix(results).items():
        lines.append(f"| {topic} | {' | '.join(_cell(row[name]) if name in row else '' for name in backends)} |")
    return "\n".join(lines)


def _cell(found: Cell) -> str:
    words = [f"{found.words[word]} {word.value}" for word in Word if found.words[word] and word is not Word.FAIL]
    fails = found.words[Word.FAIL]
    if fails:
        documented = f" ({found.documented} documented)" if found.documented else ""
        words.append(f"{'**' if found.red else ''}{fails} fail{'**' if found.red else ''}{documented}")
    return ", ".join(words)


def _red(rows: list[Result]) -> str:
    if not rows:
        return ""
    parts = [f"## Not as expected: {len(rows)}"]
    for row in rows[:MOST_TOLD]:
        title = f"<b>{cell(row.backend)}</b>: {row.id} {cell(row.title)} — {verdict_words(row)}"
        parts.append(f"<details><summary>{title}</summary>\n\n{fenced(failure_text(row))}\n\n</details>")
    if len(rows) > MOST_TOLD:
        parts.append(f"{len(rows) - MOST_TOLD} more are in results.json.")
    return "\n\n".join(parts)


def _notes(found: list[Note]) -> str:
    if not found:
        return ""
    lines = ["## Neither green nor red", "", "| verdict | why | ids | backends |", "|---|---|---|---|"]
    for note in found:
        more = f" … ({len(note.ids)})" if len(note.ids) > MOST_IDS else ""
        ids = ", ".join(note.ids[:MOST_IDS]) + more
        lines.append(f"| {note.words} | {cell(shorten(note.reason))} | {ids} | {cell(', '.join(note.backends))} |")
    return "\n".join(lines)


def _differing(results: Results) -> str:
    found = differing(results)
    if not found:
        return ""
    backends = [backend.name for backend in results.envelope.backends if backend.problem is None]
    lines = [
        f"## Answered differently: {len(found)}",
        "",
        f"| question | {' | '.join(map(cell, backends))} |",
        f"|---|{'---|' * len(backends)}",
    ]
    for one in found:
        answers = " | ".join(cell(one.answers[one.given[name]]) if name in one.given else "" for name in backends)
        lines.append(f"| {one.row.id} {cell(one.row.title)} | {answers} |")
    return "\n".join(lines)


def _likeness(results: Results) -> str:
    lines = []
    for backend in results.envelope.backends:
        rows = [row for row in results.results if row.backend == backend.name]
        nearest = likeness(rows)
        if nearest:
            told = ", ".join(f"{tag} {count} of {of}" for tag, count, of in nearest[:4])
            lines.append(f"| {cell(backend.name)} | {told} | {open_questions(rows)} |")
    head = ["## Answers like", "", "| backend | same answers | questions that stay open |", "|---|---|---|"]
    return "\n".join([*head, *lines]) if lines else ""


def _foot(results: Results) -> str:
    envelope = results.envelope
    return (
        f"<sub>memory-conformance {envelope.tool_version}, specification {envelope.specification}, "
        f"{envelope.behaviours} behaviours, seed {envelope.seed}, {envelope.duration:.1f} s</sub>"
    )
