"""Reads feature files. What is wrong in them is told with file and line, all of it at once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gherkin.errors import CompositeParserException, ParserException
from gherkin.parser import Parser

from memory_conformance.specification.behaviour import (
    Answer,
    Behaviour,
    Case,
    Kind,
    Level,
    Source,
    Specification,
    Step,
)

Node = Mapping[str, Any]

BEHAVIOUR_ID = re.compile(r"[A-Z][A-Z0-9]*-\d{3}")
_SOURCE = re.compile(r"Source \(([^)]+)\): (.+)")
_LEVELS = frozenset(level.value for level in Level)
_PLACEHOLDER = re.compile(r"<([^<>]+)>")


class SpecificationError(Exception):
    """Feature files that cannot be played. ``problems`` are lines of the form ``file:line: what is wrong``."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def features_folder() -> Path:
    """The folder of the specification: the checkout's own where there is one, else the copy inside the package."""
    spec = find_spec("memory_conformance")
    if spec is None or spec.origin is None:
        raise SpecificationError(["the package memory_conformance is not installed as files"])
    package = Path(spec.origin).parent
    checkout = package.parent.parent
    if (
        (checkout / "pyproject.toml").is_file()
        and (checkout / "features").is_dir()
        and package.parent.name == "conformance"
    ):
        return checkout / "features"
    return package / "features"


def read_specification(folder: Path | None = None) -> Specification:
    """All behaviours of a folder of features. Raises `SpecificationError` with every problem that was found."""
    root = (folder if folder is not None else features_folder()).absolute()
    behaviours: list[Behaviour] = []
    problems: list[str] = []
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*.feature"), key=lambda file: file.relative_to(root).parts):
        written = file.read_bytes()
        digest.update(written)
        reader = _FeatureReader(file, file.relative_to(root).as_posix(), written)
        behaviours.extend(reader.behaviours())
        problems.extend(reader.problems)
    if not behaviours and not problems:
        problems.append(f"{root}: no feature files")
    problems.extend(_repeated(behaviours))
    if problems:
        raise SpecificationError(problems)
    return Specification(tuple(behaviours), digest.hexdigest()[:12])


def _repeated(behaviours: list[Behaviour]) -> Iterator[str]:
    first: dict[str, Behaviour] = {}
    for behaviour in behaviours:
        earlier = first.setdefault(behaviour.id, behaviour)
        if earlier is not behaviour:
            yield f"{behaviour.path}:{behaviour.line}: the id {behaviour.id} is that of {earlier.path}:{earlier.line} already"


@dataclass
class _FeatureReader:
    file: Path
    path: str
    written: bytes
    problems: list[str] = field(default_factory=list)

    def behaviours(self) -> list[Behaviour]:
        try:
            text = self.file.read_text(encoding="utf-8")
            document = Parser().parse(text)
        except CompositeParserException as error:
            self.problems.extend(f"{self.path}: {one}" for one in error.errors)
            return []
        except (ParserException, UnicodeDecodeError) as error:
            self.problems.append(f"{self.path}: {error}")
            return []
        feature = document.get("feature")
        if feature is None:
            self.problem(1, "no Feature in this file")
            return []
        for number, line_of_table in enumerate(text.splitlines(), start=1):
            # Gherkin makes one backslash of two, in tables alone: the same string would mean one thing here, another in a step.
            if line_of_table.lstrip().startswith("|") and "\\\\" in line_of_table:
                self.problem(number, "a backslash in a table is written \\u005c")
        found: list[Behaviour] = []
        titles: dict[str, int] = {}
        for scenario, background, rule in _scenarios(feature):
            line = scenario["location"]["line"]
            # pytest-bdd finds scenarios by their names: of two with one name, one would silently never be played.
            if scenario["name"] in titles:
                self.problem(
                    line,
                    f"a second scenario of this file is called “{scenario['name']}” (line {titles[scenario['name']]})",
                )
            titles.setdefault(scenario["name"], line)
            behaviour = self.behaviour(feature, scenario, background, rule)
            if behaviour is not None:
                found.append(behaviour)
        return found

    def problem(self, line: int, what: str) -> None:
        self.problems.append(f"{self.path}:{line}: {what}")

    def behaviour(self, feature: Node, scenario: Node, background: list[Node], rule: Node | None) -> Behaviour | None:
        line = scenario["location"]["line"]
        tags = [*feature["tags"], *(rule["tags"] if rule else ()), *scenario["tags"]]
        names = [tag["name"].lstrip("@") for tag in tags]
        ids = [name for name in names if BEHAVIOUR_ID.fullmatch(name)]
        if len(ids) != 1:
            self.problem(line, f"“{scenario['name']}” needs one id tag such as @DIGITS-001, and has {len(ids)}")
            return None
        for tag, name in zip(tags, names, strict=True):
            if not self.is_known_form(name):
                self.problem(
                    tag["location"]["line"],
                    f"@{name} is no tag here; there are ids, @must, @should, @needs:CAPABILITY and @broken:REFERENCE",
                )
        levels = [Level(name) for name in names if name in _LEVELS]
        if len(levels) > 1:
            self.problem(line, f"{ids[0]} is both @must and @should")
        description, sources = self.description(scenario)
        kind = Kind.REQUIREMENT if levels else Kind.QUESTION
        behaviour = Behaviour(
            id=ids[0],
            kind=kind,
            level=levels[0] if levels else None,
            title=scenario["name"],
            description=description,
            feature=feature["name"],
            rule=rule["name"] if rule else None,
            path=self.path,
            file=self.file,
            line=line,
            needs=frozenset(name.partition(":")[2] for name in names if name.startswith("needs:")),
            broken=frozenset(name.partition(":")[2] for name in names if name.startswith("broken:")),
            sources=sources,
            answers=(),
            cases=(),
        )
        steps = [*background, *scenario["steps"]]
        if not any(step["keywordType"] == "Outcome" for step in steps):
            self.problem(line, f"{ids[0]} has no Then: it would pass whatever happens")
        if kind is Kind.REQUIREMENT:
            return replace(behaviour, cases=self.requirement_cases(scenario, steps))
        return self.question(behaviour, scenario, steps)

    @staticmethod
    def is_known_form(name: str) -> bool:
        return bool(BEHAVIOUR_ID.fullmatch(name)) or name in _LEVELS or name.partition(":")[0] in ("needs", "broken")

    def requirement_cases(self, scenario: Node, steps: list[Node]) -> tuple[Case, ...]:
        rows: list[Mapping[str, str]] = [row for examples in scenario["examples"] for row in self.rows(examples)] or [
            {}
        ]
        for examples in scenario["examples"]:
            if examples["tags"]:
                self.problem(examples["location"]["line"], "the Examples of a requirement are data and bear no tags")
        return tuple(Case(self.rendered(steps, row)) for row in rows)

    def question(self, behaviour: Behaviour, scenario: Node, steps: list[Node]) -> Behaviour:
        if not scenario["examples"]:
            self.problem(behaviour.line, f"{behaviour.id} is neither @must nor @should, and has no Examples as answers")
        answers: list[Answer] = []
        cases: dict[tuple[object, ...], dict[int, tuple[Step, ...]]] = {}
        played: dict[tuple[object, ...], tuple[Step, ...]] = {}
        for number, examples in enumerate(scenario["examples"]):
            _, sources = self.description(examples)
            references = frozenset(tag["name"].lstrip("@") for tag in examples["tags"])
            answers.append(Answer(examples["name"], references, sources, examples["location"]["line"]))
            for row in self.rows(examples):
                rendered = self.rendered(steps, row)
                acts = tuple(step for step in rendered if step.keyword != "then")
                thens = tuple(step for step in rendered if step.keyword == "then")
                key = tuple(step.key() for step in acts)
                played.setdefault(key, acts)
                of_case = cases.setdefault(key, {})
                of_case[number] = of_case.get(number, ()) + thens
        return replace(
            behaviour,
            answers=tuple(answers),
            cases=tuple(Case(played[key], thens) for key, thens in cases.items()),
        )

    def description(self, node: Node) -> tuple[str, tuple[Source, ...]]:
        """The prose under a keyword, and the sources among it. The parser has no line for each; its first is near enough."""
        prose: list[str] = []
        sources: list[Source] = []
        line = node["location"]["line"]
        for offset, written in enumerate((node.get("description") or "").splitlines(), start=1):
            text = written.strip()
            match = _SOURCE.fullmatch(text)
            if match is not None:
                references = tuple(name.strip() for name in match.group(1).split(","))
                sources.append(Source(references, match.group(2), line + offset))
            elif text.startswith("Source"):
                self.problem(
                    line + offset, f"“{text}” is no source; write Source (REFERENCE): PROJECT RELEASE FILE LINES"
                )
            elif text:
                prose.append(text)
        return " ".join(prose), tuple(sources)

    def rows(self, examples: Node) -> list[dict[str, str]]:
        header = examples.get("tableHeader")
        if header is None:
            self.problem(examples["location"]["line"], "these Examples have no table")
            return []
        if not examples["tableBody"]:
            self.problem(examples["location"]["line"], "these Examples have no rows")
        names = [cell["value"] for cell in header["cells"]]
        return [
            dict(zip(names, (cell["value"] for cell in row["cells"]), strict=True)) for row in examples["tableBody"]
        ]

    def rendered(self, steps: list[Node], row: Mapping[str, str]) -> tuple[Step, ...]:
        rendered: list[Step] = []
        keyword = ""
        for step in steps:
            keyword = {"Context": "given", "Action": "when", "Outcome": "then"}.get(step["keywordType"], keyword)
            line = step["location"]["line"]
            if not keyword:
                self.problem(line, "the first step begins with Given, When or Then")
            if step.get("docString"):
                self.problem(
                    line, "texts are quoted in the sentence or stand in a table; doc strings have no meaning here"
                )
            table = step.get("dataTable")
            rendered.append(
                Step(
                    keyword,
                    self.filled(step["text"], row, line),
                    line,
                    None if table is None else self.table(table, row),
                )
            )
        return tuple(rendered)

    def table(self, table: Node, row: Mapping[str, str]) -> tuple[Mapping[str, str], ...]:
        cells = [
            [self.filled(cell["value"], row, line["location"]["line"]) for cell in line["cells"]]
            for line in table["rows"]
        ]
        return tuple(dict(zip(cells[0], values, strict=True)) for values in cells[1:])

    def filled(self, text: str, row: Mapping[str, str], line: int) -> str:
        def value(match: re.Match[str]) -> str:
            name = match.group(1)
            if row and name not in row:
                self.problem(line, f"<{name}> is no column of the Examples")
            return row.get(name, match.group(0))

        return _PLACEHOLDER.sub(value, text)


def _scenarios(feature: Node) -> Iterator[tuple[Node, list[Node], Node | None]]:
    """Each scenario with the steps of the backgrounds that stand before it, and its rule."""
    before: list[Node] = []
    for child in feature["children"]:
        if "background" in child:
            before = [*before, *child["background"]["steps"]]
        elif "scenario" in child:
            yield child["scenario"], before, None
        else:
            within = before
            for grandchild in child["rule"]["children"]:
                if "background" in grandchild:
                    within = [*within, *grandchild["background"]["steps"]]
                else:
                    yield grandchild["scenario"], within, child["rule"]
