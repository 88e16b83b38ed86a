"""Notes of the users of many apps, in SQLite, behind the memory protocol. Python's standard library is all it needs."""

import itertools
import json
import os
import re
import signal
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The service, as it was before anybody heard of the protocol.

TABLE = "CREATE TABLE note (app TEXT, user TEXT, session TEXT, author TEXT, time REAL, text TEXT, content TEXT)"


class Notes:
    """What the users of many apps have noted, each for their own eyes."""

    def __init__(self):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(":memory:", check_same_thread=False)
        self.db.execute(TABLE)

    def add(self, app, user, session, notes):
        """Keep the notes of a session, (author, time, text, content) each, instead of those that it had."""
        rows = [(app, user, session, *note) for note in notes]
        with self.lock, self.db:
            self.db.execute("DELETE FROM note WHERE app = ? AND user = ? AND session = ?", (app, user, session))
            self.db.executemany("INSERT INTO note VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def all(self, app, user):
        """All notes of a user, in the order in which they were added."""
        # "ana" shall read what "ana/phone" and "ana/laptop" wrote, too.
        wanted = "SELECT author, time, text, content FROM note WHERE app = ? AND user LIKE ? || '%' ORDER BY rowid"
        with self.lock:
            return self.db.execute(wanted, (app, user)).fetchall()

    def search(self, app, user, query):
        """The notes of a user that share a word with the query."""
        asked = words(query)
        return [note for note in self.all(app, user) if asked & words(note[2])]

    def forget(self, app, user):
        """Delete all notes of a user of an app."""
        with self.lock, self.db:
            self.db.execute("DELETE FROM note WHERE app = ? AND user = ?", (app, user))


def words(text):
    """The words of a text: letters and digits of any script, whether large or small."""
    return set(re.findall(r"[^\W_]+", text.lower()))


# The harness, which puts the service behind the protocol.

OPERATIONS = {}


def operation(function):
    """Answer the operation of this name with this function. It gets the parameters and returns the result."""
    OPERATIONS[function.__name__] = function
    return function


@operation
def hello(given):
    """Say who answers."""
    return {
        "name": "leaking notes",
        "version": "1.0",
        "language": "Python",
        "protocol": "1",
        "scope": [{"name": "app"}, {"name": "user"}],
        "capabilities": ["delete_session", "delete_user", "list_memories"],
    }


MEMORIES = {}
NUMBERS = itertools.count(1)


@operation
def open(given):
    """Make a memory that is empty and that nobody else sees."""
    instance = str(next(NUMBERS))
    MEMORIES[instance] = Notes()
    return {"instance": instance}


@operation
def close(given):
    """Let a memory go. One that is gone already is no error."""
    MEMORIES.pop(given["instance"], None)
    return {}


def whose(given):
    """Which memory a request means, and whose notes in it."""
    instance, scope = given["instance"], given["scope"]
    if instance not in MEMORIES:
        raise LookupError(f"there is no instance {instance!r}")
    return MEMORIES[instance], scope["app"], scope["user"]


@operation
def add_session(given):
    """Note every event that has a text."""
    notes, app, user = whose(given)
    said = []
    for event in given["session"]["events"]:
        content = event.get("content") or {}
        text = " ".join(part["text"] for part in content.get("parts") or [] if part.get("text"))
        if text:
            said.append((event.get("author"), event.get("timestamp"), text, json.dumps(content)))
    notes.add(app, user, given["session"]["id"], said)
    return {}


@operation
def search(given):
    """Find notes by words."""
    notes, app, user = whose(given)
    return {"memories": [memory(note) for note in notes.search(app, user, given["query"])]}


def memory(note):
    """A note as a memory of the protocol."""
    author, seconds, _, content = note
    return {"author": author, "timestamp": seconds, "content": json.loads(content)}


@operation
def list_memories(given):
    """Show all notes."""
    notes, app, user = whose(given)
    return {"memories": [memory(note) for note in notes.all(app, user)]}


@operation
def delete_session(given):
    """Forget what a session brought."""
    notes, app, user = whose(given)
    notes.add(app, user, given["sessionId"], [])
    return {}


@operation
def delete_user(given):
    """Forget everything of a user of an app."""
    notes, app, user = whose(given)
    notes.forget(app, user)
    return {}


STATUS = {"invalid_argument": 400, "not_found": 404, "internal": 500, "unsupported": 501}


def failure(code, message, speaker):
    """The status and the body of an error. The speaker is the backend, which is the service, or the harness."""
    return STATUS[code], {"error": {"code": code, "message": message, "speaker": speaker}}


def answer(name, body):
    """The status and the body of the answer to a request."""
    if name not in OPERATIONS:
        return failure("unsupported", f"there is no operation {name!r}", "harness")
    try:
        return 200, OPERATIONS[name](json.loads(body))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        return failure("invalid_argument", f"the body is no JSON: {error}", "harness")
    except KeyError as missing:
        return failure("invalid_argument", f"{name} needs {missing}", "harness")
    except LookupError as unknown:
        return failure("not_found", str(unknown), "harness")
    except (TypeError, AttributeError) as mistaken:
        return failure("invalid_argument", f"{name} takes something else: {mistaken}", "harness")
    except ValueError as refused:  # such as half a surrogate pair in a name, which SQLite cannot store
        return failure("invalid_argument", str(refused), "backend")
    except sqlite3.Error as broken:
        return failure("internal", str(broken), "backend")
    except Exception as bug:
        return failure("internal", repr(bug), "harness")


class Handler(BaseHTTPRequestHandler):
    """A connection, which may bring any number of requests."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        self.server.asked = time.monotonic()
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return self.send_error(411)
        status, told = answer(self.path.removeprefix("/v1/"), self.rfile.read(int(length)))
        sent = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *about):
        """Say nothing of each request."""


class Server(ThreadingHTTPServer):
    """It ends by itself where nobody has asked for IDLE_SECONDS."""

    request_queue_size = 128
    asked = time.monotonic()
    idle = float(os.environ.get("IDLE_SECONDS") or "inf")

    def service_actions(self):
        if time.monotonic() - self.asked > self.idle:
            os._exit(0)


def main():
    """Answer on PORT until somebody ends it."""
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: os._exit(0))
    server = Server(("0.0.0.0", int(os.environ.get("PORT") or 8000)), Handler)
    print(f"listening on port {server.server_port}", file=sys.stderr)
    server.serve_forever()


if __name__ == "__main__":
    main()
