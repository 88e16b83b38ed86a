// What an operation is handed, and how it is refused.

/** An error as an answer. The speaker is "backend" where the library threw, else "harness". */
export class Failure extends Error {
  constructor(code, message, speaker = "harness", number = -32000) {
    super(message);
    this.value = { code: number, message, data: { code, speaker } };
  }
}

export function given(params, name, kind) {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (kindOf(value) !== kind) throw new Failure("invalid_argument", `${name} must be of the type ${kind}`);
  return value;
}

/** The same where it may be left out, or be null: then it is undefined. */
export function maybe(params, name, kind) {
  return Object.hasOwn(params, name) && params[name] !== null ? given(params, name, kind) : undefined;
}

export function oneOf(params, name, choices) {
  const value = maybe(params, name, "string");
  if (value === undefined || choices.includes(value)) return value;
  throw new Failure("invalid_argument", `${name} must be one of ${choices.join(", ")}`);
}

export function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
