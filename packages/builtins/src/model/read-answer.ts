import type { ChatResult } from "@graph/models";
import type { Json, JsonObject } from "@graph/plan";
import { misfits } from "./answer-schema.ts";

/** An answer that can be used, or why it cannot. */
export type ReadAnswer =
  | { readonly output: Json }
  | {
      /** In words, at least one. */
      readonly wrong: readonly [string, ...string[]];
      /** What the model has said, as a text that it can be shown. */
      readonly said: string;
    };

/** Reads an answer that is no call: a text, or with a schema a value that fits it. */
export function readAnswer(result: ChatResult, schema: JsonObject | undefined): ReadAnswer {
  if ("object" in result && schema !== undefined) {
    const [first, ...others] = misfits(schema, result.object);
    if (first === undefined) return { output: result.object };
    return { wrong: [first, ...others], said: JSON.stringify(result.object) };
  }
  if (!("text" in result)) {
    return { wrong: ["the answer asks for tools, and there are none"], said: JSON.stringify(result.calls) };
  }
  const { text } = result;
  return schema === undefined ? { output: text } : { wrong: ["the answer is a text and no JSON"], said: text };
}

/** What a model is told of an answer that cannot be used. `mayCall`: it has tools that it may call instead. */
export function askAgain(wrong: readonly string[], schema: JsonObject | undefined, mayCall = false): string {
  const again = mayCall ? "Call a tool, or answer with" : "Answer again, with";
  const what = schema === undefined ? "a text" : "JSON that fits the schema";
  return `This cannot be used: ${wrong.join("; ")}. ${again} ${what} and nothing else.`;
}
