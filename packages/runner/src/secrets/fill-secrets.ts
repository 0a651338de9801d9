import { pointerKeys, type Json, type JsonObject, type SecretSlot } from "@graph/plan";
import type { SecretSource } from "./secret-source.ts";

/** An input with its secrets in it, or the name of one that has no value. */
export type Filled = { readonly input: JsonObject } | { readonly missing: string };

/** Puts secrets into an input. What does not change is shared with the input that was given. */
export function fillSecrets(input: JsonObject, slots: readonly SecretSlot[], source: SecretSource | undefined): Filled {
  let filled: Json = input;
  for (const { pointer, parts } of slots) {
    let text = "";
    for (const part of parts) {
      const value = typeof part === "string" ? part : source?.value(part.secret);
      if (value === undefined) return { missing: typeof part === "string" ? "" : part.secret };
      text += value;
    }
    filled = withValue(filled, pointerKeys(pointer), text);
  }
  return { input: filled as JsonObject };
}

function withValue(value: Json, [key, ...rest]: readonly string[], text: string): Json {
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    return list.map((item, index) => (String(index) === key ? withValue(item, rest, text) : item));
  }
  const object = value as JsonObject;
  return Object.fromEntries(
    Object.entries(object).map(([name, item]) => [name, name === key ? withValue(item, rest, text) : item]),
  );
}
