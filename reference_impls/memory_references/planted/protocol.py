"""Faults of how a harness speaks. Where it is the message that is wrong, `ask` is what is changed: it gives what goes over a wire."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.model import Hello, Scope, Session, Wire
from memory_conformance.protocol.operations import OPERATIONS
from memory_references.planted.bases import COMPLETE
from memory_references.planted.complete import CompleteBackend
from memory_references.planted.fault import Kind

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


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-003", errs=True)
class UnknownFieldsRefused(CompleteBackend):
    """A field of a message that it does not know is an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        known = OPERATIONS.get(operation)
        unknown = set(parameters) - _fields(known.parameters) if known is not None else set()
        if unknown:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, f"there is no field {min(unknown)!r}", Speaker.HARNESS)
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


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-013", errs=True)
class ClosedOnce(CompleteBackend):
    """Closing an instance that is closed already is an error."""

    def close(self, instance: str) -> None:
        if instance not in self._instances:
            raise BackendError(ErrorCode.NOT_FOUND, "it is closed already", Speaker.HARNESS)
        super().close(instance)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-014", errs=True)
class ClosingClosesAll(CompleteBackend):
    """Closing an instance closes all others, which answer with an error then."""

    def close(self, instance: str) -> None:
        for one in list(self._instances):
            super().close(one)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-020", "PROTOCOL-021", errs=True)
class PartsAreTexts(CompleteBackend):
    """A part that is no text makes a session an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "add_session" and any("text" not in part for part in _parts(parameters["session"])):
            raise BackendError(ErrorCode.INTERNAL, "KeyError: 'text'")
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-022", errs=True)
class SessionsReadStrictly(CompleteBackend):
    """A field of a session that it does not know is an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        unknown = set(parameters["session"]) - _fields(Session) if operation == "add_session" else set()
        if unknown:
            raise BackendError(ErrorCode.INVALID_ARGUMENT, f"a session has no {min(unknown)!r}", Speaker.HARNESS)
        return super().ask(operation, parameters)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-021", errs=True)
class PartsTakenForGranted(CompleteBackend):
    """An event without a content or parts is an error."""

    def add_session(self, instance: str, scope: Scope, session: Session) -> None:
        if any(event.content is None or not event.content.parts for event in session.events):
            raise BackendError(ErrorCode.INTERNAL, "TypeError: 'NoneType' object is not subscriptable")
        super().add_session(instance, scope, session)


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-023", errs=True)
class NamesMustAgree(CompleteBackend):
    """A session in which other names stand than in the scope of the message is an error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "add_session":
            session, scope = parameters["session"], parameters["scope"]
            if (session.get("appName"), session.get("userId")) != (scope["app"], scope["user"]):
                raise BackendError(ErrorCode.INVALID_ARGUMENT, "the session is another user's", Speaker.HARNESS)
        return super().ask(operation, parameters)


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


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-042", errs=True)
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


@COMPLETE(Kind.PROTOCOL, "PROTOCOL-051", errs=True)
class TripsOverMessages(CompleteBackend):
    """A message that lacks its query is an internal error."""

    def ask(self, operation: str, parameters: Asked) -> Any:
        if operation == "search" and not isinstance(parameters.get("query"), str):
            raise BackendError(ErrorCode.INTERNAL, "KeyError: 'query'", Speaker.HARNESS)
        return super().ask(operation, parameters)


def _fields(message: type[Wire]) -> set[str]:
    """What the fields of a message are called on the wire."""
    return {field.alias or name for name, field in message.model_fields.items()}


def _parts(session: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [part for event in session["events"] for part in event.get("content", {}).get("parts", ())]
