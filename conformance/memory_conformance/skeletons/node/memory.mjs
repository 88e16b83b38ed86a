// The memory service: a small one, so that the harness runs as it stands. Replace what is in here by calls of your own;
// any of the methods may be async.

/** A name that the service refuses. This one refuses none; throw it where yours does. */
export class BadName extends Error {}

/** A memory that is empty and shares nothing with any other. A scope is {app, user}. */
export class MemoryService {
  // Maps, and no objects: "__proto__" is a name like any other.
  #sessions = new Map(); // owner -> (session id -> memories)

  /** Remember a session. Added again, it replaces what it brought before, in its old place. */
  addSession(scope, session) {
    const owner = ownerOf(scope);
    if (!this.#sessions.has(owner)) this.#sessions.set(owner, new Map());
    const events = (session.events ?? []).filter((event) => textsOf(event).length > 0);
    this.#sessions.get(owner).set(session.id, events.map(memoryOf));
  }

  /** The memories that hold a word of the query, in the order of adding; capitals make no difference. */
  search(scope, query) {
    const wanted = new Set(wordsOf(query));
    return this.listMemories(scope).filter((memory) => wordsOf(textsOf(memory).join(" ")).some((word) => wanted.has(word)));
  }

  /** All memories of a scope, in the order of adding. */
  listMemories(scope) {
    return [...(this.#sessions.get(ownerOf(scope))?.values() ?? [])].flat();
  }

  /** Forget what a session brought. One that is not there is no error. */
  deleteSession(scope, sessionId) {
    this.#sessions.get(ownerOf(scope))?.delete(sessionId);
  }

  /** Let go of files and connections. There are none here. */
  close() {}
}

// As JSON, and not joined: "a/b" and "c" are not "a" and "b/c".
const ownerOf = ({ app, user }) => JSON.stringify([app, user]);

const memoryOf = ({ id, author, timestamp, content }) => ({ id, author, timestamp, content });

const textsOf = ({ content }) => (content?.parts ?? []).map((part) => part.text).filter(Boolean);

// Letters, marks and digits of every script; anything else stands between words.
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
