import type { JsonObject } from "@graph/plan";

/** What the definition of a fake tool says, the same in the process and from a server. */
export interface FakeDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly idempotencyArgument?: string;
}

interface Traits {
  readonly required?: readonly string[];
  readonly writes?: boolean;
  readonly notIdempotent?: boolean;
  readonly keyed?: boolean;
}

const whole = { type: "integer", minimum: 0 };
const text = { type: "string" };
const anything = {};
const errorClass = {
  enum: ["timeout", "unavailable", "rate_limited", "invalid_input", "denied", "tool_error"],
};

function define(name: string, description: string, properties: JsonObject, traits: Traits = {}): FakeDefinition {
  const key = "idempotency_key";
  return {
    name,
    description,
    inputSchema: {
      type: "object",
      properties: traits.keyed === true ? { ...properties, [key]: text } : properties,
      ...(traits.required === undefined ? {} : { required: traits.required }),
      ...(name === "echo" ? {} : { additionalProperties: false }),
    },
    readOnly: traits.writes !== true,
    idempotent: traits.notIdempotent !== true,
    ...(traits.keyed === true ? { idempotencyArgument: key } : {}),
  };
}

// Written as JSON: an object literal with a `then` looks like a promise to a linter.
const ways = JSON.parse(`{"then": {"enum": ["ok", "fail", "hang", "sleep"]}}`) as JsonObject;
const effect: JsonObject = { ...ways, ms: whole, class: errorClass };

/** The definitions of the fifteen fake tools. */
export const fakeDefinitions: readonly FakeDefinition[] = [
  define("echo", "Returns its input.", {}),
  define("sleep", "Waits, then returns how long.", { ms: whole, upto_ms: whole, value: anything }),
  define("never", "Does not end.", { ignore_abort: { type: "boolean" } }),
  define("fail", "Fails, always or the first times.", {
    class: errorClass,
    message: text,
    message_kb: whole,
    times: whole,
    key: text,
    retry_after_ms: whole,
  }),
  define("fail_on", "Fails on one number.", { n: anything, bad: anything }),
  define("unique", "Returns a new serial.", { n: anything }, { notIdempotent: true }),
  define("hash", "Returns the SHA-256 of a text.", { value: text }, { required: ["value"] }),
  define("join", "Joins texts.", { list: { type: "array", items: text }, sep: text }, { required: ["list"] }),
  define("big", "Returns a long text.", { kb: whole }),
  define("deep", "Returns lists inside lists.", { depth: whole }),
  define("bad_json", "Returns what is not JSON.", {
    kind: { enum: ["nan", "infinity", "bigint", "map", "function", "cycle"] },
  }),
  define("count", "Counts its calls.", { key: text }, { writes: true, notIdempotent: true }),
  define(
    "append_line",
    "Appends a line to a file.",
    { line: text },
    {
      required: ["line"],
      writes: true,
      notIdempotent: true,
      keyed: true,
    },
  ),
  define("send", "Sends a message.", effect, { writes: true, notIdempotent: true, keyed: true }),
  define("put", "Puts a message in its place.", effect, { writes: true, keyed: true }),
];
