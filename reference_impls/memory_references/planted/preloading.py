"""Faults of what is searched for before the model is asked, and of how what is found is written into the request, in ADK Go v1.7.0."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import Any

from memory_conformance.model import Content, Memory, Part
from memory_conformance.turn import Declaration
from memory_references.adk_go_1_7.entries import rfc3339
from memory_references.adk_go_1_7.tools import PreloadMemoryTool, extract_text, format_memories, search_memory
from memory_references.library import FunctionTool, Request
from memory_references.planted.bases import GO
from memory_references.planted.fault import Kind
from memory_references.planted.otherwise import otherwise
from memory_references.turns import Run


class Asking(PreloadMemoryTool):
    """Searches for something else than the first text of the message."""

    def prepare(self, run: Run, request: Request) -> None:
        own = run.content
        run.content = Content(role="user", parts=[Part(text=self.asked(run))])
        try:
            super().prepare(run, request)
        finally:
            run.content = own

    def asked(self, run: Run) -> str | None:
        """What is searched for; None where nothing is."""
        return (run.content.parts or [Part()])[0].text


def parts(run: Run) -> list[Part]:
    """The parts of a message."""
    return run.content.parts or [Part()]


@GO(Kind.PRELOADING, "PRELOAD-002", "PRELOAD-003", "PRELOAD-004", seen_in="google-adk from 2.10.0 on")
class AllPartsAsked(Asking):
    """All texts of a message are searched for."""

    def asked(self, run: Run) -> str | None:
        return run.content.text()


@GO(Kind.PRELOADING, "PRELOAD-001", "PRELOAD-005")
class KeywordsAsked(Asking):
    """The long words of a message are searched for."""

    def asked(self, run: Run) -> str | None:
        return " ".join(word for word in (parts(run)[0].text or "").split() if len(word) > 2)


@GO(Kind.PRELOADING, "PRELOAD-004")
class ThoughtsNotAsked(Asking):
    """Inner speech is not searched for."""

    def asked(self, run: Run) -> str | None:
        return next((part.text for part in parts(run) if not part.thought), None)


@GO(Kind.PRELOADING, "PRELOAD-003", seen_in="a fix of google/adk-go#527")
class FirstTextAsked(Asking):
    """The first part that is a text is searched for, be it the second of the message."""

    def asked(self, run: Run) -> str | None:
        return next((part.text for part in parts(run) if part.text), None)


@GO(Kind.PRELOADING, "PRELOAD-006")
class MediaAsked(Asking):
    """For a message without a text the kind of what it has is searched for, or a star."""

    def asked(self, run: Run) -> str | None:
        first = parts(run)[0]
        return first.text or (first.inline_data or {}).get("mimeType") or "*"


@GO(Kind.PRELOADING, "PRELOAD-008")
class ConversationAsked(Asking):
    """Everything that was said in the conversation is searched for."""

    def asked(self, run: Run) -> str | None:
        said = [one.event.content for one in run.conversation.said]
        return " ".join(content.text() for content in said if content is not None and content.role == "user") or None


@GO(Kind.PRELOADING, "PRELOAD-007", "SHOWN-002")
class FirstRequestOnly(PreloadMemoryTool):
    """Memory is searched before the first request of a turn, and not before the others."""

    def prepare(self, run: Run, request: Request) -> None:
        if run.conversation.said[-1].event.author == "user":
            super().prepare(run, request)


@GO(Kind.PRELOADING, "TURN-002", "LEAK-006", seen_in="use-agent-os/agent-os#1825")
class KeepsWhatItFound(PreloadMemoryTool):
    """What was found for one is shown to whoever says the same."""

    def prepare(self, run: Run, request: Request) -> None:
        kept: dict[str, list[str]] = vars(self).setdefault("kept", {})
        query = str(parts(run)[0].text)
        if query not in kept:
            found = Request()
            super().prepare(run, found)
            kept[query] = found.instructions
        request.instructions += kept[query]


@GO(Kind.CALLS, "DECLARE-005")
class PreloadDeclared(PreloadMemoryTool, FunctionTool):
    """The tool that preloads stands among what the model may call."""

    declaration = Declaration(name="preload_memory")

    def prepare(self, run: Run, request: Request) -> None:
        request.declare(self)
        super().prepare(run, request)

    def call(self, run: Run, args: Mapping[str, Any]) -> dict[str, Any]:
        return {}


@GO(Kind.FAILURES, "FAIL-005", "FAIL-006", "FAIL-007")
class PreloadFailsQuietly(PreloadMemoryTool):
    """Where memory cannot be searched the turn goes on without it."""

    def prepare(self, run: Run, request: Request) -> None:
        try:
            super().prepare(run, request)
        except Exception:
            return


@GO(Kind.FAILURES, "FAIL-008", errs=True)
class ServiceFirst(PreloadMemoryTool):
    """It asks for the memory service, also where there is nothing to search for."""

    def prepare(self, run: Run, request: Request) -> None:
        search_memory(run, "")
        super().prepare(run, request)


class Written(PreloadMemoryTool):
    """Writes what it found in another way."""

    def prepare(self, run: Run, request: Request) -> None:
        own = Request()
        super().prepare(run, own)
        request.instructions += [self.text(one) for one in own.instructions]

    def text(self, text: str) -> str:
        """What is written, the frame included."""
        return text


def written(**names: Any) -> Callable[..., None]:
    """How it is prepared where what is found is formatted in another way."""
    changed: Callable[..., None] = otherwise(PreloadMemoryTool.prepare, **names)
    return changed


def lines(**names: Any) -> Any:
    """How what is found is formatted, where a name means something else."""
    return written(format_memories=otherwise(format_memories, **names))


@GO(Kind.SHOWN, "TURN-006", "SHOWN-011", "SHOWN-013")
class PreloadEscaped(PreloadMemoryTool):
    """Texts are escaped as for a page."""

    prepare = lines(extract_text=lambda content: html.escape(extract_text(content)))


@GO(Kind.SHOWN, "TURN-008")
class BlockCut(Written):
    """A block of more than 9,000 letters is cut."""

    def text(self, text: str) -> str:
        return text if len(text) < 9000 else f"{text[:8000]}\n</PAST_CONVERSATIONS>"


@GO(Kind.SHOWN, "SHOWN-003", "SHOWN-006", "SHOWN-010")
class TimesLeftOut(PreloadMemoryTool):
    """Texts are shown without their times."""

    prepare = lines(rfc3339=lambda timestamp: None)


@GO(Kind.SHOWN, "SHOWN-006")
class FractionsShown(PreloadMemoryTool):
    """The fraction of a second is shown."""

    prepare = lines(
        rfc3339=lambda timestamp: f"{str(rfc3339(timestamp)).removesuffix('Z')}.{timestamp % 1 * 1000:03.0f}Z"
    )


@GO(Kind.SHOWN, "SHOWN-007")
class ZeroIsNoTime(PreloadMemoryTool):
    """The first second of 1970 is taken for no time."""

    prepare = lines(rfc3339=lambda timestamp: rfc3339(timestamp or None))


@GO(Kind.SHOWN, "SHOWN-008", "SHOWN-009")
class PartsInLines(PreloadMemoryTool):
    """Each part of a message has a line of its own, also where it is no text."""

    prepare = lines(extract_text=lambda content: "\n".join(part.text or "" for part in content.parts or ()))


@GO(Kind.SHOWN, "SHOWN-012", "SHOWN-011")
class FirstLineShown(PreloadMemoryTool):
    """Of a text its first line is shown."""

    prepare = lines(extract_text=lambda content: extract_text(content).split("\n")[0])


@GO(Kind.SHOWN, "SHOWN-011", "TURN-006")
class FrameBreakersDropped(PreloadMemoryTool):
    """A text that would close the frame is not shown."""

    prepare = written(
        format_memories=lambda memories: format_memories([one for one in memories if "</PAST_" not in one.text()])
    )


@GO(Kind.SHOWN, "SHOWN-004", "SHOWN-005")
class RolesShown(PreloadMemoryTool):
    """Who spoke is shown by their role."""

    prepare = written(format_memories=lambda memories: format_memories([_by_role(memory) for memory in memories]))


@GO(Kind.SHOWN, "SHOWN-010")
class NewestShownFirst(PreloadMemoryTool):
    """What was said last is shown first."""

    prepare = written(format_memories=lambda memories: format_memories(memories[::-1]))


@GO(Kind.SHOWN, "SHOWN-014")
class EmptyFrame(PreloadMemoryTool):
    """Where nothing is found an empty frame is written."""

    prepare = written(format_memories=lambda memories: format_memories(memories) or "\n")


@GO(Kind.SHOWN, "SHOWN-013")
class TemplateFilled(PreloadMemoryTool):
    """What is found is filled into a template, which reads the braces in it."""

    prepare = lines(extract_text=lambda content: extract_text(content).replace("{user}", "ana").replace("%s", "?"))


@GO(Kind.SHOWN, "SHOWN-001", "SHOWN-002", seen_in="google-adk from 2.7.0 on")
class ShownAsAMessage(PreloadMemoryTool):
    """Past conversations are a message, and no instruction."""

    def prepare(self, run: Run, request: Request) -> None:
        own = Request()
        super().prepare(run, own)
        said = run.conversation.said
        if own.instructions and said[0].sent is not None:
            first = said[0].sent
            first.parts = [*(first.parts or []), Part(text=own.instructions[0])]


def _by_role(memory: Memory) -> Memory:
    return memory.model_copy(update={"author": memory.content.role})
