// A turn of a conversation, played by the package's own runner, agent and tools against a model that has a script.
//
// Here the whole package is needed, and so its dependencies: a harness whose package was only unpacked plays no turn. Importing
// them takes some seconds, and whoever plays no turn should not wait for it.

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { Failure, given, kindOf, maybe, oneOf } from "./parameters.mjs";

const PACKAGE = "dist/esm/index.js";
const LOAD = "dist/esm/tools/load_memory_tool.js";
const PRELOAD = "dist/esm/tools/preload_memory_tool.js";
/** The tools by the names that the protocol has for them, which are the package's own as well. */
const TOOLS = { load_memory: "LOAD_MEMORY", preload_memory: "PRELOAD_MEMORY" };

/** What of a turn this folder can do: known without importing the package. */
export function capabilitiesOf(folder, dependencies = {}) {
  // Where npm puts what a package needs: beside it, or below it.
  const places = [join(realpathSync(folder), "../.."), join(folder, "node_modules")];
  const isThere = (name) => places.some((place) => existsSync(join(place, name)));
  if (![PACKAGE, LOAD].every((file) => existsSync(join(folder, file)))) return [];
  if (!Object.keys(dependencies).every(isThere)) return [];
  return existsSync(join(folder, PRELOAD)) ? ["turn", "preload_memory"] : ["turn"];
}

/** The package in a folder. It is imported once: Node keeps it. */
export function imported(folder) {
  return import(pathToFileURL(join(folder, PACKAGE)).href);
}

/** What is asked for, of what this release can do, with nothing left out. */
export function turnOf(params, capabilities) {
  const turn = given(params, "turn", "object");
  const agent = maybe(turn, "agent", "object");
  const search = maybe(turn, "search", "object");
  return {
    session: given(turn, "session", "string"),
    content: given(turn, "content", "object"),
    ...agentOf(turn, capabilities),
    service: oneOf(turn, "service", ["working", "absent", "failing"]) ?? "working",
    agent: agent && { name: given(agent, "name", "string"), ...agentOf(agent, capabilities) },
    search: search && {
      at: oneOf(search, "at", ["before_model", "before_tool"]) ?? given(search, "at", "string"),
      query: given(search, "query", "string"),
    },
    add: oneOf(turn, "add", ["after_agent", "after_run"]),
  };
}

function agentOf(params, capabilities) {
  const tools = maybe(params, "tools", "array") ?? [];
  const offered = Object.keys(TOOLS).filter((name) => name === "load_memory" || capabilities.includes(name));
  const unknown = tools.find((name) => !offered.includes(name));
  if (unknown !== undefined) throw new Failure("invalid_argument", `there is no tool ${JSON.stringify(unknown)}`);
  const script = maybe(params, "script", "array") ?? [];
  if (script.some((content) => kindOf(content) !== "object")) {
    throw new Failure("invalid_argument", "an answer in script must be of the type object");
  }
  return { tools, script };
}

/**
 * Make everything ready for a turn. What is returned plays it, and gives what was seen. `adk` is the package, `memory` the
 * instance's memory service, `sessions` its session service, and `written` writes a memory for the protocol.
 */
export async function prepared(turn, { app, user }, { adk, memory, sessions, written }) {
  const seen = { requests: [], agentRequests: [], searches: [], ending: "answered" };
  const tell = (text) => (seen.error ??= text);
  const at = { appName: app, userId: user, sessionId: turn.session };
  // The id is the service's to give: it takes the empty one for none.
  const { id } = (await sessions.getSession(at)) ?? (await sessions.createSession(at));

  const tools = toolsOf(adk, turn.tools);
  if (turn.agent) {
    const agent = new adk.LlmAgent({
      name: turn.agent.name,
      description: "another agent",
      model: scripted(adk, turn.agent.script, seen.agentRequests),
      tools: toolsOf(adk, turn.agent.tools),
    });
    tools.push(new adk.AgentTool({ agent }));
  }
  const agent = new adk.LlmAgent({
    name: "assistant",
    model: scripted(adk, turn.script, seen.requests),
    tools,
    ...(turn.search && searching(turn.search, seen, written)),
    ...(turn.add === "after_agent" && { afterAgentCallback: (context) => addSession(context, tell) }),
  });
  const runner = new adk.Runner({
    appName: app,
    agent,
    sessionService: sessions,
    memoryService: turn.service === "absent" ? undefined : spy(memory, seen.searches, turn.service === "failing"),
    plugins: turn.add === "after_run" ? [adding(adk, tell)] : [],
  });

  return async () => {
    try {
      for await (const event of runner.runAsync({ userId: user, sessionId: id, newMessage: turn.content })) {
        if (event.errorCode || event.errorMessage) tell(event.errorMessage || event.errorCode);
      }
    } catch (error) {
      console.error(error);
      Object.assign(seen, { ending: "failed", error: textOf(error) });
    }
    return seen;
  };
}

function toolsOf(adk, names) {
  return names.map((name) => adk[TOOLS[name]]);
}

/** A model that gives the answers of a script, one for each request, and then says "done". */
function scripted({ BaseLlm }, script, requests) {
  class Scripted extends BaseLlm {
    async *generateContentAsync(request) {
      // As JSON, at once: the package goes on to change what is in a request.
      requests.push(JSON.parse(JSON.stringify(asked(request))));
      yield { content: script[requests.length - 1] ?? { role: "model", parts: [{ text: "done" }] } };
    }

    async connect() {
      throw new Error("a script is no live conversation");
    }
  }
  return new Scripted({ model: "scripted" });
}

/** A request as it would be sent: the package's client, too, writes contents and schemas as the JSON of these plain objects. */
function asked({ contents, config }) {
  const declarations = (config?.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  return {
    systemInstruction: instructionOf(config?.systemInstruction),
    contents,
    tools: declarations.map(({ name, description, parameters, parametersJsonSchema }) => ({
      name,
      description,
      parameters: parameters ?? parametersJsonSchema,
    })),
  };
}

/** The texts of an instruction, which may be a text, a part, several of them, or a content. */
function instructionOf(instruction) {
  const parts = [instruction?.parts ?? instruction ?? []].flat();
  const texts = parts.map((part) => (typeof part === "string" ? part : part.text)).filter(Boolean);
  return texts.length > 0 ? texts.join("\n\n") : undefined;
}

/** The service, with each search noted. A failing one fails as JavaScript does, by a promise that is rejected. */
function spy(memory, searches, failing) {
  return {
    async addSessionToMemory(session) {
      return await memory.addSessionToMemory(session);
    },

    async searchMemory(request) {
      const { appName, userId, query } = request;
      // A model may give anything for a query, or none. It is noted as a text; the service gets what there is.
      const noted = typeof query === "string" ? query : JSON.stringify(query);
      searches.push({ scope: { app: appName, user: userId }, query: noted });
      if (failing) throw new Error("the memory is on fire");
      return await memory.searchMemory(request);
    },
  };
}

/** The agent's callback in which the application searches, the first time that it is called. */
function searching({ at, query }, seen, written) {
  const callback = async ({ context }) => {
    seen.callback ??= await found(context, query, written);
  };
  return at === "before_model" ? { beforeModelCallback: callback } : { beforeToolCallback: callback };
}

async function found(context, query, written) {
  if (typeof context.searchMemory !== "function") return { absent: true };
  try {
    const { memories } = await context.searchMemory(query);
    return JSON.parse(JSON.stringify({ memories: memories.map(written) }));
  } catch (error) {
    return { error: textOf(error) };
  }
}

/** A plugin that adds the session when the run is over. */
function adding({ BasePlugin }, tell) {
  class Adding extends BasePlugin {
    async afterRunCallback({ invocationContext }) {
      await addSession({ invocationContext }, tell);
    }
  }
  return new Adding("adding");
}

/** Add the session as a callback has it, by its context where that can, else by the memory service that the context has. */
async function addSession(context, tell) {
  const { memoryService, session } = context.invocationContext ?? {};
  try {
    if (typeof context.addSessionToMemory === "function") await context.addSessionToMemory();
    else if (memoryService) await memoryService.addSessionToMemory(session);
    else tell("the context of the callback has no memory service");
  } catch (error) {
    tell(textOf(error));
  }
}

function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}
