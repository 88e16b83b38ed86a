"""How a port asks the stand-in, which is in the same process: without a wire, and so without the errors of one."""

from __future__ import annotations

from memory_references.library import Failure
from memory_references.managed.bank import Bank, Message, Refused


def ask(bank: Bank, method: str, body: Message) -> Message:
    """The answer to a request. Raises `Failure` where it is refused."""
    try:
        return bank.ask(method, body)
    except Refused as error:
        raise Failure(f"{error.status} {error.name}: {error.message}") from error


def wait(bank: Bank, operation: Message) -> None:
    """Wait for a generation that was begun. Raises `Failure` for one that is held: who waits cannot ask for its completion.

    The real clients are cancelled then after a while. Here nothing could happen in the meantime.
    """
    if operation.get("done"):
        return
    try:
        now = bank.operation(int(operation["name"].rpartition("/")[2]))
    except Refused as error:
        raise Failure(f"{error.status} {error.name}: {error.message}") from error
    if not now.get("done"):
        raise Failure("the deadline passed: the service is not done")
