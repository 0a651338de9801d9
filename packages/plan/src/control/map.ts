import type { ControlStepGrammar } from "./control-step.ts";
import { itemName } from "./item-name.ts";

export const map: ControlStepGrammar = {
  name: "map",
  description: "Runs its body once for each item of a list.",
  keys: {
    over: { kind: "template", description: "The list." },
    do: { kind: "body", description: "What is done with each item: one call, or a list of steps." },
    as: { kind: "name", description: "Name of the current item. Default: item." },
    concurrency: { kind: "integer", minimum: 1, description: "How many items are worked on at once. Default: 1." },
    batch_size: {
      kind: "integer",
      minimum: 1,
      description:
        "Gives the body so many items at a time: `item` is a list then, and `index` and `results` go by batches; `count` does not.",
    },
    on_item_error: {
      kind: "enum",
      values: ["fail", "skip", "collect"],
      description:
        "`fail` ends the step; `skip` leaves a failed item out of `results`; `collect` keeps `null` in its place. Default: fail.",
    },
  },
  required: ["over", "do"],
  fence: false,
  roots: (input) => [itemName(input), "index"],
  result: (input, { bodies }) => {
    const body = bodies["do"] ?? {};
    const item = input["on_item_error"] === "collect" ? { anyOf: [body, { type: "null" }] } : body;
    return {
      type: "object",
      required: ["count", "results", "failed"],
      additionalProperties: false,
      properties: {
        count: { type: "integer" },
        results: { type: "array", items: item },
        failed: {
          type: "array",
          items: {
            type: "object",
            required: ["index", "error"],
            additionalProperties: false,
            properties: { index: { type: "integer" }, error: { type: "object" } },
          },
        },
      },
    };
  },
};
