// Puts the service of memory.mjs behind the protocol of Memory Conformance, on standard input and output.
//
// Each line in is a request of JSON-RPC 2.0, each line out its response. It has no opinions of its own: what the service
// says, or throws, is what it answers. Every call of the service goes through `ask`.

import process from "node:process";
import { BadName, MemoryService } from "./memory.mjs";

const HELLO = {
  name: "@NAME@",
  version: "0.1.0",
  language: "JavaScript",
  protocol: "1",
  scope: [
    { name: "app", crossing: "leak" },
    { name: "user", crossing: "leak" },
  ],
  // The optional operations that your service has. Each declared one is judged.
  capabilities: ["delete_session", "list_memories"],
  reset: "instance",
};

const services = new Map();
let opened = 0;

/** An error as an answer. The speaker is "backend" where the service itself refused or failed, else "harness". */
class Failure extends Error {
  constructor(code, message, speaker = "harness", number = -32000) {
    super(message);
    this.value = { code: number, message, data: { code, speaker } };
  }
}

/** Call your service. What it throws is its answer, and no failure of the harness. */
async function ask(call) {
  try {
    return await call();
  } catch (error) {
    if (error instanceof BadName) throw new Failure("invalid_argument", error.message, "backend");
    console.error(error);
    throw new Failure("internal", String(error), "backend");
  }
}

// All others are answered with "unsupported". One that your service has needs its function here, and its name in HELLO.
const OPERATIONS = new Map(
  Object.entries({
    async hello() {
      return HELLO;
    },

    async open() {
      const service = await ask(() => new MemoryService());
      const instance = String((opened += 1));
      services.set(instance, service);
      return { instance };
    },

    // Whose it is says the scope, whatever names stand in the session.
    async add_session(params) {
      const [service, scope, session] = [serviceOf(params), scopeOf(params), sessionOf(params)];
      await ask(() => service.addSession(scope, session));
      return {};
    },

    async search(params) {
      const [service, scope, query] = [serviceOf(params), scopeOf(params), given(params, "query", "string")];
      return { memories: await ask(() => service.search(scope, query)) };
    },

    async list_memories(params) {
      const [service, scope] = [serviceOf(params), scopeOf(params)];
      return { memories: await ask(() => service.listMemories(scope)) };
    },

    async delete_session(params) {
      const [service, scope, sessionId] = [serviceOf(params), scopeOf(params), given(params, "sessionId", "string")];
      await ask(() => service.deleteSession(scope, sessionId));
      return {};
    },

    // Closing an instance that is gone is no error.
    async close(params) {
      const instance = given(params, "instance", "string");
      const service = services.get(instance);
      services.delete(instance);
      if (service) await ask(() => service.close());
      return {};
    },
  }),
);

// The parameters.

function given(params, name, kind) {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (kindOf(value) !== kind) throw new Failure("invalid_argument", `${name} must be of the type ${kind}`);
  return value;
}

function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function serviceOf(params) {
  const instance = given(params, "instance", "string");
  if (!services.has(instance)) throw new Failure("not_found", `no instance ${JSON.stringify(instance)} is open`);
  return services.get(instance);
}

function scopeOf(params) {
  const scope = given(params, "scope", "object");
  return Object.fromEntries(HELLO.scope.map(({ name }) => [name, given(scope, name, "string")]));
}

function sessionOf(params) {
  const session = given(params, "session", "object");
  given(session, "id", "string");
  session.events ??= [];
  if (!given(session, "events", "array").every((event) => kindOf(event) === "object")) {
    throw new Failure("invalid_argument", "an event must be of the type object");
  }
  return session;
}

// The messages.

/** The response to a line, as a line; undefined for a notification, which has no response. */
async function answer(line) {
  let id = null;
  try {
    const request = read(line);
    if (!Object.hasOwn(request, "id")) return undefined;
    if (!["string", "number", "null"].includes(kindOf(request.id))) throw invalid("an id must be a string or a number");
    id = request.id;
    const params = request.params ?? {};
    if (kindOf(params) !== "object") throw invalid("params must be an object");
    const operation = OPERATIONS.get(request.method);
    if (!operation) throw new Failure("unsupported", `there is no operation ${request.method}`, "harness", -32601);
    return write({ id, result: await operation(params) });
  } catch (error) {
    if (error instanceof Failure) return write({ id, error: error.value });
    console.error(error);
    return write({ id, error: new Failure("internal", String(error)).value });
  }
}

function read(line) {
  let request;
  try {
    request = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch (error) {
    throw new Failure("invalid_argument", `no JSON: ${error.message}`, "harness", -32700);
  }
  if (kindOf(request) !== "object" || kindOf(request.method) !== "string") {
    throw invalid("a request must be an object with a method");
  }
  return request;
}

function invalid(message) {
  return new Failure("invalid_argument", message, "harness", -32600);
}

// JSON.stringify writes half a surrogate pair, for which UTF-8 has no bytes, as an escape.
function write(response) {
  return `${JSON.stringify({ jsonrpc: "2.0", ...response })}\n`;
}

/** The lines of a stream, as bytes. Not those of node:readline, which also ends a line inside a text, at U+2028. */
async function* linesOf(stream) {
  let pieces = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]);
      pieces = [];
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
  }
  const last = Buffer.concat(pieces);
  if (last.length > 0) yield last;
}

// Standard output belongs to the protocol: what a service prints goes to the log.
console.log = console.info = console.debug = console.error;

for await (const line of linesOf(process.stdin)) {
  const response = await answer(line);
  if (response !== undefined) process.stdout.write(response);
}
