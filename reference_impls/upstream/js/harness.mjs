// Puts the in-memory memory service of a released @google/adk behind the protocol of Memory Conformance, on standard input
// and output: `node harness.mjs FOLDER`, where FOLDER is the package, installed or only unpacked. Node 18 or later.
//
// The one file that has the service is imported, by its path, and not the package. It imports nothing itself, so that no
// dependency has to be installed (those of 0.2.5 to 1.6.0 cannot be), and it is the same class that the package exports.
// Turns are played where the dependencies are there: see turn.mjs.
// Sessions and events are plain objects to it. The package's createEvent is of no use here: it would replace the time 0 by now.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

import { Failure, given, kindOf } from "./parameters.mjs";
import { capabilitiesOf, imported, prepared, turnOf } from "./turn.mjs";

const SERVICE = "dist/esm/memory/in_memory_memory_service.js";

// Standard output belongs to the protocol. What a library prints there, through console or by itself, goes to the log.
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const FOLDER = process.argv[2];
const { version, turns, InMemoryMemoryService } = await released(FOLDER);

const HELLO = {
  name: `adk-js@${version}`,
  version,
  language: "TypeScript",
  protocol: "1",
  scope: [
    { name: "app", crossing: "leak" },
    { name: "user", crossing: "leak" },
  ],
  capabilities: ["shared_objects", ...turns],
  reset: "instance",
};

/**
 * By its id, what stands behind an instance: a service, the events that it was handed, its last result, and the sessions of its
 * turns, once there was one.
 */
const instances = new Map();
let opened = 0;

/** The release in a folder and its service. Without them there is nothing to put behind the protocol. */
async function released(folder) {
  try {
    if (folder === undefined) throw new Error("the folder of the unpacked package is not given");
    const { version, dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const { InMemoryMemoryService } = await import(pathToFileURL(join(folder, SERVICE)).href);
    return { version, turns: capabilitiesOf(folder, dependencies), InMemoryMemoryService };
  } catch (error) {
    console.error(`no @google/adk to be started: ${error.message}`);
    process.exit(1);
  }
}

/** Call the library. Whatever it throws is its own answer; it has no error by which it refuses an argument. */
async function ask(call) {
  try {
    return await call();
  } catch (error) {
    console.error(error);
    throw new Failure("internal", String(error), "backend");
  }
}

const OPERATIONS = new Map(
  Object.entries({
    async hello() {
      return HELLO;
    },

    async open() {
      const service = await ask(() => new InMemoryMemoryService());
      const instance = String((opened += 1));
      instances.set(instance, { service, events: new Map(), result: [] });
      return { instance };
    },

    async add_session(params) {
      const [at, { app, user }, session] = [instanceOf(params), scopeOf(params), sessionOf(params)];
      for (const event of session.events) at.events.set(event.id, event);
      await ask(() => at.service.addSessionToMemory(Object.assign(session, { appName: app, userId: user })));
      return {};
    },

    async search(params) {
      const [at, { app, user }, query] = [instanceOf(params), scopeOf(params), given(params, "query", "string")];
      const { memories } = await ask(() => at.service.searchMemory({ appName: app, userId: user, query }));
      at.result = memories;
      return { memories: memories.map(written) };
    },

    async play_turn(params) {
      if (!turns.includes("turn")) throw unsupported("play_turn");
      const [at, scope, turn] = [instanceOf(params), scopeOf(params), turnOf(params, turns)];
      const play = await ask(async () => {
        const adk = await imported(FOLDER);
        at.sessions ??= new adk.InMemorySessionService();
        return await prepared(turn, scope, { adk, memory: at.service, sessions: at.sessions, written });
      });
      return await play();
    },

    async change_added_event(params) {
      const [at, eventId, text] = [instanceOf(params), given(params, "eventId", "string"), given(params, "text", "string")];
      if (!at.events.has(eventId)) throw new Failure("not_found", `no event ${JSON.stringify(eventId)} was added`);
      setFirstText(at.events.get(eventId).content, text);
      return {};
    },

    async change_result(params) {
      const [at, position, text] = [instanceOf(params), positionOf(params), given(params, "text", "string")];
      if (position >= at.result.length) {
        throw new Failure("not_found", `the last search returned no memory at position ${position}`);
      }
      setFirstText(at.result[position].content, text);
      return {};
    },

    // Closing an instance that is gone is no error.
    async close(params) {
      instances.delete(given(params, "instance", "string"));
      return {};
    },
  }),
);

/** Change the first text of a content, in place. */
function setFirstText(content, text) {
  const part = content?.parts?.find((one) => one?.text);
  if (part) part.text = text;
}

// The parameters.

function instanceOf(params) {
  const instance = given(params, "instance", "string");
  if (!instances.has(instance)) throw new Failure("not_found", `no instance ${JSON.stringify(instance)} is open`);
  return instances.get(instance);
}

function scopeOf(params) {
  const scope = given(params, "scope", "object");
  return Object.fromEntries(HELLO.scope.map(({ name }) => [name, given(scope, name, "string")]));
}

function positionOf(params) {
  const position = given(params, "position", "number");
  if (!Number.isInteger(position) || position < 0) {
    throw new Failure("invalid_argument", "position must be a whole number, 0 or greater");
  }
  return position;
}

/** The session as the library knows one: the same objects, their times in milliseconds. */
function sessionOf(params) {
  const session = given(params, "session", "object");
  given(session, "id", "string");
  session.events ??= [];
  for (const event of given(session, "events", "array")) {
    if (kindOf(event) !== "object") throw new Failure("invalid_argument", "an event must be of the type object");
    event.timestamp ??= 0;
    event.timestamp = milliseconds(given(event, "timestamp", "number"));
  }
  return session;
}

/** Whole ones, as Date.now() gives them: 1.001 s is 1000.9999999999999 ms in floating point, which the library would cut off. */
function milliseconds(seconds) {
  return Math.round(seconds * 1000);
}

/** A memory as the protocol has it. */
function written(memory) {
  return { ...memory, timestamp: seconds(memory.timestamp) };
}

/** What a time says that the library printed. */
function seconds(printed) {
  return Date.parse(printed) / 1000;
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
    if (!operation) throw unsupported(request.method);
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

function unsupported(operation) {
  return new Failure("unsupported", `there is no operation ${operation}`, "harness", -32601);
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

for await (const line of linesOf(process.stdin)) {
  const response = await answer(line);
  if (response !== undefined) say(response);
}
