"""A harness over stdio whose memories outlast it: they are in the file that it is given."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path(sys.argv[1])
HELLO = {
    "name": "lasting",
    "reset": "none",
    "capabilities": ["list_memories", "delete_session"],
    "scope": [{"name": "app"}, {"name": "user"}],
}


def answer(operation: str, asked: dict[str, Any], kept: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The result of an operation; what is kept, is kept by scope and session."""
    scope = json.dumps(asked.get("scope"))
    if operation == "hello":
        return HELLO
    if operation == "open":
        return {"instance": "it"}
    if operation == "add_session":
        kept[json.dumps([scope, asked["session"]["id"]])] = asked["session"]["events"]
    if operation == "delete_session":
        kept.pop(json.dumps([scope, asked["sessionId"]]), None)
    if operation in ("search", "list_memories"):
        words = set(asked.get("query", "").lower().split())
        events = [one for key, events in kept.items() if json.loads(key)[0] == scope for one in events]
        shown = [
            {"content": one["content"]}
            for one in events
            if operation == "list_memories" or words & set(one["content"]["parts"][0]["text"].lower().split())
        ]
        return {"memories": shown}
    return {}


kept: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text()) if FILE.exists() else {}
for line in sys.stdin:
    request = json.loads(line)
    result = answer(request["method"], request.get("params", {}), kept)
    FILE.write_text(json.dumps(kept))
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
