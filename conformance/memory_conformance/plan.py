"""What is played on whom: the behaviours that were chosen, and for each backend those that it cannot be held to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from cucumber_tag_expressions import TagExpressionError, parse
from cucumber_tag_expressions.model import And, Expression, Literal, Not, Or

from memory_conformance.means import Means, missing_means, needs_means
from memory_conformance.model import Crossing, Hello
from memory_conformance.references import UsageError, did_you_mean
from memory_conformance.sentence import SentenceError
from memory_conformance.specification import Behaviour, Specification, Step
from memory_conformance.steps.vocabulary import read

PROTOCOL = "protocol"
"""The topic of the scenarios that judge harnesses: `check` plays them, and a run only where it is asked for them by name."""


@dataclass(frozen=True)
class Selection:
    """The behaviours that are wanted.

    Without expressions, all are, but for those of the protocol itself, and those that need means which no backend brings along.
    """

    expressions: tuple[Expression, ...]

    def wants(self, behaviour: Behaviour, *, by_path: bool = False) -> bool:
        """Whether any of the expressions holds for a behaviour, and names it where it is set apart.

        ``by_path`` says that its file was named already.
        """
        by_itself = needs_means(behaviour.needs)
        if (behaviour.topic == PROTOCOL or by_itself) and not (by_path and not self.expressions):
            return any(
                _holds(expression, behaviour)
                and any(_names(word, behaviour, by_id=by_itself) for word in _words(expression))
                for expression in self.expressions
            )
        return not self.expressions or any(_holds(expression, behaviour) for expression in self.expressions)


def select(written: Sequence[str], specification: Specification) -> Selection:
    """What ``--only`` says: ids, globs, topics and tags, joined by and, or, not.

    Raises `UsageError` for a word that fits no behaviour, or an expression that cannot be read.
    """
    expressions = []
    for one in written:
        if not one.strip():
            raise UsageError("--only is empty; it takes ids, globs, topics and tags, joined by and, or, not")
        try:
            expression = parse(one)
        except TagExpressionError as error:
            raise UsageError(f"--only {one!r} cannot be read: {' '.join(str(error).split())}") from None
        for word in _words(expression):
            if not any(_fits(word, behaviour) for behaviour in specification.behaviours):
                raise UsageError(
                    f"--only names {word!r}, which is no id, topic or tag; {_possible(word, specification)}"
                )
        expressions.append(expression)
    selection = Selection(tuple(expressions))
    if expressions and not any(selection.wants(behaviour) for behaviour in specification.behaviours):
        raise UsageError(f"--only {' '.join(map(repr, written))} chooses nothing: no behaviour is all of that")
    return selection


def tags_of(behaviour: Behaviour) -> set[str]:
    """Everything by which a behaviour can be chosen."""
    return {
        behaviour.id,
        behaviour.topic,
        behaviour.kind.value,
        *([behaviour.level.value] if behaviour.level else ()),
        *(f"needs:{capability}" for capability in behaviour.needs),
        *(f"broken:{reference}" for reference in behaviour.broken),
    }


def why_excluded(behaviour: Behaviour, hello: Hello, means: Collection[Means] = ()) -> str | None:
    """Why a backend cannot be held to a behaviour, in one line, or None: by what it declares, before anything is played.

    ``means`` is what whoever plays it provides.
    """
    lacking = missing_means(behaviour.needs, means)
    if lacking:
        return lacking[0]
    missing = sorted(behaviour.needs - {capability.value for capability in hello.capabilities} - set(Means))
    if missing:
        return f"it does not declare {', '.join(missing)}"
    declared = {field.name: field for field in hello.scope}
    for name in ("app", "user"):
        if not _crosses(behaviour, name):
            continue
        if name not in declared:
            return f"its scope has no {name}"
        if declared[name].crossing is Crossing.SHARED:
            return f"it declares that memories are shared between {name}s"
    return None


def _crosses(behaviour: Behaviour, field: str) -> bool:
    """Whether a case of a behaviour speaks of more than one app, or of more than one user."""
    for case in behaviour.cases:
        steps = (*case.steps, *(step for thens in case.thens.values() for step in thens))
        named = {value for step in steps for name, value in _values(step).items() if name in (field, f"other_{field}")}
        if len(named) > 1:
            return True
    return False


def _values(step: Step) -> Mapping[str, Any]:
    """What a step names. One that cannot be read names nothing here: it is played, and tells of itself there."""
    try:
        return read(step.keyword, step.text).values
    except SentenceError:
        return {}


def _holds(expression: Expression, behaviour: Behaviour) -> bool:
    if isinstance(expression, And):
        return all(_holds(term, behaviour) for term in expression.terms)
    if isinstance(expression, Or):
        return any(_holds(term, behaviour) for term in expression.terms)
    if isinstance(expression, Not):
        return not _holds(expression.term, behaviour)
    return not isinstance(expression, Literal) or _fits(expression.name, behaviour)


def _words(expression: Expression) -> list[str]:
    if isinstance(expression, Literal):
        return [expression.name]
    terms = expression.terms if isinstance(expression, (And, Or)) else [getattr(expression, "term", None)]
    return [word for term in terms if term is not None for word in _words(term)]


def _fits(word: str, behaviour: Behaviour) -> bool:
    return any(fnmatchcase(tag, word.removeprefix("@")) for tag in tags_of(behaviour))


def _names(word: str, behaviour: Behaviour, *, by_id: bool = False) -> bool:
    """Whether a word means a behaviour or its topic, and not merely a tag that it shares; ``by_id``, the behaviour alone."""
    names = (behaviour.id,) if by_id else (behaviour.id, behaviour.topic)
    return any(fnmatchcase(name, word.removeprefix("@")) for name in names)


def _possible(word: str, specification: Specification) -> str:
    """What was meant, if it is close to an id or a tag; else the kinds of words that there are."""
    every = sorted({tag for behaviour in specification.behaviours for tag in tags_of(behaviour)})
    close = did_you_mean(word, every)
    if close.startswith("did"):
        return close
    topics = ", ".join(specification.topics)
    return (
        f"there are ids such as {specification.behaviours[0].id}, the topics {topics}, must, should, question, needs:…"
    )
