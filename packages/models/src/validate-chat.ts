import type { Json } from "@graph/plan";
import { ChatError } from "./chat-error.ts";
import type { ChatCall, ChatRequest, ChatResult, ChatUsage } from "./chat-model.ts";
import { isJson } from "./is-json.ts";

/**
 * Checks what a chat model answered: its name, whole numbers for what was used up, an answer of the kind that was asked for, calls that can
 * be told apart. Gives a result of these parts alone, read from own properties. Whether an object fits the schema is for whoever asked
 * to say, and so is what becomes of calls. Throws a `ChatError` with the code `bad_response`.
 */
export function validateChat(model: string, request: ChatRequest, result: unknown): ChatResult {
  const bad = (problem: string): ChatError =>
    new ChatError("bad_response", `The answer of the chat model ${model} cannot be used: ${problem}.`);
  if (!isRecord(result)) throw bad("it is no object");
  const answered = own(result, "model");
  if (typeof answered !== "string" || answered === "") throw bad("`model` is not the name of a model");
  const usage = readUsage(own(result, "usage"), bad);
  const calls = readCalls(own(result, "calls"), bad);
  const rest = { model: answered, usage, ...(calls.length > 0 && { calls }) };
  const object = own(result, "object");
  if (object !== undefined) {
    if (request.outputSchema === undefined) throw bad("it has an `object`, and no schema was given");
    if (!isJson(object)) throw bad("`object` is not JSON");
    return { ...rest, object };
  }
  const text = own(result, "text");
  if (text !== undefined) {
    if (typeof text !== "string") throw bad("`text` is no text");
    return { ...rest, text };
  }
  if (calls.length > 0) return { ...rest, calls };
  throw bad(request.outputSchema === undefined ? "it has no `text`" : "it has no `object`");
}

function readUsage(value: unknown, bad: (problem: string) => ChatError): ChatUsage {
  if (!isRecord(value)) throw bad("`usage` is no object");
  const usage: { inputTokens?: number; outputTokens?: number } = {};
  for (const key of ["inputTokens", "outputTokens"] as const) {
    const count = own(value, key);
    if (count === undefined) continue;
    if (!isCount(count)) throw bad(`\`usage.${key}\` is no whole number from 0 on`);
    usage[key] = count;
  }
  return usage;
}

function readCalls(value: unknown, bad: (problem: string) => ChatError): readonly ChatCall[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw bad("`calls` is no list");
  const ids = new Set<string>();
  return value.map((call: unknown, index) => {
    const read = (key: string): unknown => (isRecord(call) ? own(call, key) : undefined);
    const [id, name, input] = [read("id"), read("name"), read("input")];
    for (const [key, text] of [
      ["id", id],
      ["name", name],
    ]) {
      if (typeof text !== "string" || text === "") throw bad(`\`calls[${index}].${String(key)}\` is no text`);
    }
    if (!isJson(input)) throw bad(`\`calls[${index}].input\` is not JSON`);
    if (ids.has(id as string)) throw bad(`two calls have the id ${JSON.stringify(id)}`);
    ids.add(id as string);
    return { id, name, input } as { id: string; name: string; input: Json };
  });
}

/** Whether a number counts tokens. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
