"""Faults of how a harness speaks. Where it is the message that is wrong, `ask` is what is changed: it gives what goes over a wire."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.model import Content, Hello, Memory, Scope, Session
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import CompleteBackend
from memory_references.planted.fault import Kind
from memory_references.serving import Open

Asked = Mapping[str, Any]


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-001")
class AnotherNameEachTime(CompleteBackend):
    """It introduces itself by another name each time."""

    def hello(self) -> Hello:
        numbers = vars(self).setdefault("numbers", count(1))
        return super().hello().model_copy(update={"version": str(next(numbers))})


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-002")
class SpeaksEveryVersion(CompleteBackend):
    """It says that it speaks whatever version it is asked for."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        result = super().ask(operation, parameters)
        return {**result, "protocol": parameters["protocol"]} if operation == "hello" else result


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-003")
class UnknownFieldsRefused(CompleteBackend):
    """A field of a message that it does not know is an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if "mood" in parameters:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "there is no field 'mood'", Speaker.HARNESS)
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-010", "PROTOCOL-011")
class AllInstancesAreOne(CompleteBackend):
    """Every instance is the same memory."""

    def open(self, settings: Mapping[str, Any]) -> str:
        instance = super().open(settings)
        self._instances[instance] = vars(self).setdefault("only", self._instances[instance])
        return instance


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-011")
class CallersMeet(CompleteBackend):
    """What is added is added to every instance that is open."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        for one in list(self._instances):
            super().add_session(one, scope, session)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-012")
class AnyInstanceIsTheFirst(CompleteBackend):
    """Whoever asks in an instance that nobody opened is answered from another."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        asked = parameters.get("instance")
        if asked is not None and asked not in self._instances and self._instances and operation == "search":
            parameters = {**parameters, "instance": next(iter(self._instances))}
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-013")
class ClosedOnce(CompleteBackend):
    """Closing an instance that is closed already is an error."""

    def close(self, instance: str) -> None:
        if instance not in self._instances:
            raise BackendError(ErrorCode.NOT_FOUND, "it is closed already", Speaker.HARNESS)
        super().close(instance)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-014")
class ClosingEmptiesAll(CompleteBackend):
    """Closing an instance empties all others."""

    def close(self, instance: str) -> None:
        super().close(instance)
        for other in list(self._instances):
            self._instances[other] = Open(self._service())

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return super().search(instance, scope, query) or [_nothing()]


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-020", "PROTOCOL-021")
class PartsAreTexts(CompleteBackend):
    """A part that is no text makes a session an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "add_session" and "functionCall" in str(parameters["session"]):
            raise BackendError(ErrorCode.INTERNAL, "KeyError: 'text'")
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-022")
class SessionsReadStrictly(CompleteBackend):
    """A field of a session that it does not know is an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "add_session" and "mood" in str(parameters["session"]):
            raise BackendError(ErrorCode.INVALID_ARGUMENT, "an event has no 'mood'", Speaker.HARNESS)
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-021")
class PartsTakenForGranted(CompleteBackend):
    """An event without a content or parts is an error."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if any(event.content is None or not event.content.parts for event in session.events):
            raise BackendError(ErrorCode.INTERNAL, "TypeError: 'NoneType' object is not subscriptable")
        super().add_session(instance, scope, session)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-023")
class SessionSaysWhose(CompleteBackend):
    """A session is filed under the names that stand in it, whatever the scope of the message."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "add_session":
            named = parameters["session"]
            scope = {"app": named.get("appName", ""), "user": named.get("userId", "")}
            parameters = {**parameters, "scope": scope}
        return super().ask(operation, parameters)

    def search(self, instance: str, scope: Scope, query: str) -> list[Memory]:
        return super().search(instance, scope, query) or [_nothing()]


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-030", "PROTOCOL-031")
class NoneIsNull(CompleteBackend):
    """Where there are no memories it answers null."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        result = super().ask(operation, parameters)
        return {"memories": None} if result == {"memories": []} else result


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-032")
class ListOfTexts(CompleteBackend):
    """A list has texts, and not memories."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        result = super().ask(operation, parameters)
        if operation == "list_memories":
            return {"memories": [one["content"]["parts"][0]["text"] for one in result["memories"]]}
        return result


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-033")
class NothingIsNull(CompleteBackend):
    """Asked for a memory that is not there, it answers null."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        try:
            return super().ask(operation, parameters)
        except BackendError as error:
            if error.code is ErrorCode.NOT_FOUND and operation == "get_memory":
                return {"memory": None}
            raise


class Altering(CompleteBackend):
    """Texts are changed on their way in."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        return super().ask(operation, self.changed(parameters) if operation == "add_session" else parameters)

    def changed(self, value: Any) -> Any:
        """A message with its texts changed."""
        if isinstance(value, Mapping):
            return {name: self.changed(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.changed(one) for one in value]
        return self.text(value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        """What becomes of a text."""
        return text


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-040")
class LineEndsRewritten(Altering):
    """A carriage return and a line feed become a line feed."""

    def text(self, text: str) -> str:
        return text.replace("\r\n", "\n")


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-040")
class LatinLetters(Altering):
    """A text is read as Latin letters, and every other letter becomes a question mark."""

    def text(self, text: str) -> str:
        return text.encode("latin-1", "replace").decode("latin-1")


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-041")
class MessagesCut(Altering):
    """A text ends after 64 KiB."""

    def text(self, text: str) -> str:
        return text[: 64 * 1024]


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-042")
class SlashIsAFolder(CompleteBackend):
    """A name with a slash in it is an error of the service, and not one of the argument."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if "/" in parameters.get("scope", {}).get("user", ""):
            raise BackendError(ErrorCode.INTERNAL, "FileNotFoundError: no such folder")
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-050")
class HasWhateverIsAsked(CompleteBackend):
    """It has an empty result for operations that it does not know."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        try:
            return super().ask(operation, parameters)
        except BackendError as error:
            if error.code is ErrorCode.UNSUPPORTED:
                return {}
            raise


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-051")
class TripsOverMessages(CompleteBackend):
    """A message that lacks its query is an internal error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "search" and not isinstance(parameters.get("query"), str):
            raise BackendError(ErrorCode.INTERNAL, "KeyError: 'query'", Speaker.HARNESS)
        return super().ask(operation, parameters)


def _nothing() -> Memory:
    """What is shown in the place of what was lost."""
    return Memory(content=Content())
