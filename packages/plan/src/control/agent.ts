import { isObject } from "../grammar/is-object.ts";
import { either } from "../shape/either.ts";
import { selfContained } from "../shape/self-contained.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ControlStepGrammar } from "./control-step.ts";

/** Names of tools have these characters; `*` and `?` stand for others. */
export const toolGlobPattern = "^[A-Za-z0-9_*?-]{1,100}$";

export const agent: ControlStepGrammar = {
  name: "agent",
  description: "Lets a chat model work on a task with some of the tools, and answer by a schema.",
  keys: {
    prompt: { kind: "template", filled: true, forPeople: true, description: "The task." },
    output_schema: { kind: "schema", description: "JSON Schema of the answer. Missing: a text." },
    tools: {
      kind: "names",
      pattern: toolGlobPattern,
      words: "it is the name of a tool, in which `*` stands for any part and `?` for one character.",
      description:
        "Names of the tools that it may call, with `*` for any part and `?` for one character; plans are none. Missing: every tool; `[]`: none.",
    },
    max_iterations: {
      kind: "integer",
      minimum: 1,
      maximum: 1000,
      description: "Most calls of the model. In the last one it has no tools and must answer. Default: 8.",
    },
    model: { kind: "template", filled: true, description: "The role of the chat model. Default: `default`." },
    system_prompt: { kind: "template", filled: true, forPeople: true, description: "How the model should behave." },
  },
  required: ["prompt"],
  fence: false,
  roots: () => [],
  result: (input) => ({
    type: "object",
    required: ["output", "iterations", "tools_called", "final"],
    additionalProperties: false,
    properties: {
      // Without a final answer it is null.
      output: either(answerShape(input["output_schema"]), { type: "null" }),
      iterations: { type: "integer" },
      tools_called: {
        type: "array",
        items: {
          type: "object",
          required: ["tool", "iteration", "ok"],
          additionalProperties: false,
          properties: { tool: { type: "string" }, iteration: { type: "integer" }, ok: { type: "boolean" } },
        },
      },
      final: { type: "boolean" },
    },
  }),
};

/** Without a schema the model answers with a text. */
function answerShape(schema: Json | undefined): JsonObject {
  return isObject(schema) ? selfContained(schema) : { type: "string" };
}
