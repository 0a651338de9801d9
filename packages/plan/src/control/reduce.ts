import { either } from "../shape/either.ts";
import type { ControlStepGrammar } from "./control-step.ts";
import { itemName } from "./item-name.ts";

export const reduce: ControlStepGrammar = {
  name: "reduce",
  description: "Folds a list into one value: its body runs for one item after another and reads what came before.",
  keys: {
    over: { kind: "template", description: "The list." },
    do: { kind: "body", description: "What is done with each item; its result is the next `accumulator`." },
    initial: { kind: "template", description: "The first `accumulator`. Default: null." },
    as: { kind: "name", description: "Name of the current item. Default: item." },
  },
  required: ["over", "do"],
  fence: false,
  roots: (input) => [itemName(input), "index", "accumulator"],
  result: (_input, { bodies, initial }) => ({
    type: "object",
    required: ["count", "result"],
    additionalProperties: false,
    properties: { count: { type: "integer" }, result: either(bodies["do"] ?? {}, initial) },
  }),
};
