"""Puts the service of memory.py behind the protocol of Memory Conformance, on standard input and output.

Each line in is a request of JSON-RPC 2.0, each line out its response. This file is the framing and needs no change.
"""

from __future__ import annotations

import json
import sys

from operations import Failure, perform

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, ERROR_VALUE = -32700, -32600, -32601, -32000


def answer(line):
    """The response to a line, as a line; None for a notification, which has no response."""
    request_id, number = None, PARSE_ERROR
    try:
        request, number = read(line), INVALID_REQUEST
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            raise Failure("invalid_argument", "a request must be an object with a method")
        if "id" not in request:
            return None
        if not isinstance(request["id"], (str, int, type(None))):
            raise Failure("invalid_argument", "an id must be a string or a whole number")
        request_id, params = request["id"], request.get("params")
        if not isinstance(params, (dict, type(None))):
            raise Failure("invalid_argument", "params must be an object")
        number = ERROR_VALUE
        result = perform(request["method"], params or {})
        try:
            return write({"id": request_id, "result": result})
        except (TypeError, ValueError, RecursionError) as error:
            raise Failure("internal", f"the service answered with what is no JSON: {error}") from error
    except Failure as failure:
        if failure.code == "unsupported":
            number = METHOD_NOT_FOUND
        data = {"code": failure.code, "speaker": failure.speaker}
        return write({"id": request_id, "error": {"code": number, "message": failure.message, "data": data}})


def read(line):
    """The JSON of a line."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Failure("invalid_argument", f"no JSON: {error}") from error


def refuse(constant):
    """NaN and Infinity, which Python reads and JSON does not know."""
    raise ValueError(f"{constant} is no number")


def write(response):
    """A response as a line, in ASCII: half a surrogate pair, for which UTF-8 has no bytes, stays what it is."""
    return json.dumps({"jsonrpc": "2.0", **response}, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def main():
    """Answer until the input ends."""
    answers = sys.stdout.buffer
    # Standard output belongs to the protocol: what a service prints goes to the log.
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        response = answer(line)
        if response is not None:
            answers.write(response)
            answers.flush()


if __name__ == "__main__":
    main()
