"""A harness on standard input and output that imports nothing of ours: sound, or with the one fault that its argument names.

Further arguments say what it declares: ``reset=none``, ``bounds=5``, ``capabilities=delete_session,settle``. What it is asked is
noted on standard error.
"""

import itertools
import json
import sys
from typing import Any

Object = dict[str, Any]

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
DECLARED = dict(argument.split("=", 1) for argument in sys.argv[2:])
OPTIONAL = DECLARED.get("capabilities", "list_memories,get_memory").split(",")
EVENT_FIELDS = {"id", "author", "timestamp", "content"}
LARGEST_LINE = 64 * 1024

memories: dict[str, dict[tuple[str, str, str], list[Object]]] = {}
numbers = itertools.count(1)
hellos = itertools.count(1)
looked_at: dict[int, Object] = {}


class Failure(Exception):
    """An error as an answer: its code, and who speaks."""

    def __init__(self, code: str, message: str, speaker: str = "harness") -> None:
        super().__init__(message)
        self.code, self.message, self.speaker = code, message, speaker


def hello(given: Object) -> Object:
    said: Object = {
        "name": "a harness",
        "version": "1.0",
        "protocol": "1",
        "capabilities": [one for one in OPTIONAL if one],
    }
    if FAULT == "another name each time":
        said["name"] = f"harness {next(hellos)}"
    if FAULT == "speaks every version":
        said["protocol"] = given["protocol"]
    if FAULT == "has no name":
        del said["name"]
    if "reset" in DECLARED:
        said["reset"] = DECLARED["reset"]
    if "bounds" in DECLARED:
        said["bounds"] = {"write": float(DECLARED["bounds"])}
    return said


def open_instance(given: Object) -> Object:
    if FAULT == "opens nothing":
        return {"id": 1}
    instance = str(next(numbers))
    copied = FAULT == "an instance begins with what the last one holds" and memories
    if FAULT == "all instances are one" and memories:
        memories[instance] = next(iter(memories.values()))
        return {"instance": instance}
    memories[instance] = dict(list(memories.values())[-1]) if copied else {}
    return {"instance": instance}


def opened(given: Object) -> dict[tuple[str, str, str], list[Object]]:
    if given.get("instance") not in memories:
        if FAULT == "takes any instance for the first" and memories:
            return next(iter(memories.values()))
        raise Failure("not_found", f"no instance {given.get('instance')!r} is open")
    return memories[given["instance"]]


def whose(given: Object) -> tuple[str, str]:
    scope = given["scope"]
    if FAULT == "fails on a name with a slash" and "/" in scope["user"]:
        raise Failure("internal", "no such folder", "backend")
    return scope["app"], scope["user"]


def add_session(given: Object) -> Object:
    session, (app, user) = given["session"], whose(given)
    if FAULT == "asks the session whose it is":
        user = session["userId"]
    kept = []
    for event in session["events"]:
        if FAULT == "refuses a field that it does not know" and not set(event) <= EVENT_FIELDS:
            raise Failure("invalid_argument", f"an event has no {sorted(set(event) - EVENT_FIELDS)[0]!r}")
        content = event.get("content")
        if FAULT == "takes parts for granted" and content is not None:
            content["parts"][0]
        parts = [part for part in (content or {}).get("parts") or [] if part.get("text") or part.get("functionCall")]
        if any(part.get("text") for part in parts):
            kept.append(memory(event, parts))
    if FAULT == "a session id is that of every instance":
        for others in memories.values():
            others.pop((app, user, session["id"]), None)
    opened(given)[app, user, session["id"]] = kept
    return {}


def memory(event: Object, parts: list[Object]) -> Object:
    if FAULT == "a line break is a line break":
        parts = [part | {"text": part["text"].replace("\r\n", "\n")} if "text" in part else part for part in parts]
    if FAULT == "a call is a text":
        parts = [{"functionCall": part["functionCall"]["name"]} if "functionCall" in part else part for part in parts]
    found: Object = {"id": f"m{next(numbers)}", "author": event["author"], "timestamp": event["timestamp"]}
    return found | {"content": {"role": event["content"].get("role"), "parts": parts}}


def of_scope(given: Object) -> list[Object]:
    app, user = whose(given)
    kept = [entries for key, entries in opened(given).items() if key[:2] == (app, user)]
    return [one for entries in kept for one in entries]


def text_of(one: Object) -> str:
    return " ".join(part["text"] for part in one["content"]["parts"] if part.get("text"))


def search(given: Object) -> Object:
    if FAULT == "refuses what it does not know" and set(given) > {"instance", "scope", "query"}:
        raise Failure("invalid_argument", "search takes no more than a query")
    query = given.get("query")
    if not isinstance(query, str):
        if FAULT == "trips over a number":
            raise Failure("internal", "AttributeError: 'int' object has no attribute 'lower'")
        raise Failure("invalid_argument", "query must be a string")
    found = [one for one in of_scope(given) if set(query.lower().split()) & set(text_of(one).lower().split())]
    if FAULT == "shows what it found at the second look" and found and id(found[0]) not in looked_at:
        looked_at.update({id(one): one for one in found})
        found = []
    if FAULT == "finding nothing is an error" and not found:
        raise Failure("not_found", "no memory answers this")
    return {"memories": found}


def list_memories(given: Object) -> Object:
    found = of_scope(given)
    if FAULT == "a list of none is null" and not found:
        return {"memories": None}
    if FAULT == "a list of texts" and found:
        return {"memories": [text_of(one) for one in found]}
    return {"memories": found}


def get_memory(given: Object) -> Object:
    for one in of_scope(given):
        if one["id"] == given["memoryId"]:
            return {"memory": one}
    if FAULT == "nothing there is null":
        return {"memory": None}
    raise Failure("not_found", "no memory has this id", "backend")


def delete_session(given: Object) -> Object:
    opened(given).pop((*whose(given), given["sessionId"]), None)
    return {}


def close(given: Object) -> Object:
    if FAULT == "closing one closes all":
        for kept in memories.values():
            kept.clear()
    if memories.pop(given["instance"], None) is None and FAULT == "closing twice is an error":
        raise Failure("not_found", "it is closed already")
    return {}


OPERATIONS = {
    "hello": hello,
    "open": open_instance,
    "add_session": add_session,
    "search": search,
    "list_memories": list_memories,
    "get_memory": get_memory,
    "delete_session": delete_session,
    "close": close,
}


def answer(request: Object) -> Object | None:
    operation = request["method"]
    print("asked", operation, file=sys.stderr, flush=True)
    if f"ends at {operation}" == FAULT:
        sys.exit(7)
    if f"says nothing to {operation}" == FAULT:
        return None
    try:
        if operation not in OPERATIONS:
            if FAULT == "has a result for whatever is asked":
                return {"result": {}}
            raise Failure("internal" if FAULT == "does not say what it lacks" else "unsupported", f"no {operation}")
        result = OPERATIONS[operation](request.get("params", {}))
    except Failure as failure:
        data = {"code": failure.code, "speaker": failure.speaker}
        return {"error": {"code": -32000, "message": failure.message, "data": data}}
    except Exception as error:
        return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}
    return {"result": result}


def main() -> None:
    while line := sys.stdin.buffer.readline(LARGEST_LINE if FAULT == "reads at most 64 KiB" else -1):
        request = json.loads(line)
        answered = answer(request)
        if answered is not None:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answered}), flush=True)


if __name__ == "__main__":
    main()
