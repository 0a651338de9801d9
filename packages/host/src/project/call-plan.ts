import type { JsonObject } from "@graph/plan";

/** The identifier of the plan that a single call runs as. */
const callIdentifier = "one_call";

/** A plan of one step that calls a tool with exactly this input. The values come in as the plan's input: no tag in them is rendered. */
export function callPlan(tool: string, input: JsonObject): JsonObject {
  const keys = Object.keys(input);
  return {
    identifier: callIdentifier,
    description: `Calls ${tool}.`,
    input_schema: { type: "object", properties: Object.fromEntries(keys.map((key) => [key, {}])) },
    steps: [
      {
        id: "call",
        tool_name: tool,
        input: Object.fromEntries(keys.map((key) => [key, `<<input[${JSON.stringify(key)}]>>`])),
      },
    ],
    output: { result: "<<call>>" },
  };
}
