import type { ControlStepGrammar } from "./control-step.ts";

export const loop: ControlStepGrammar = {
  name: "loop",
  description: "Runs its body again and again until a gate is true, at most `max_iterations` times.",
  keys: {
    do: { kind: "body", description: "What is done in each round; its result is the next `accumulator`." },
    until: {
      kind: "gate",
      description: "Asked after each round, with its result as `accumulator`. True ends the loop. Missing: all rounds.",
    },
    initial: { kind: "template", description: "The first `accumulator`. Default: null." },
    max_iterations: {
      kind: "integer",
      minimum: 1,
      missing: "step/loop-unbounded",
      description: "Most rounds.",
    },
    delay: { kind: "duration", minimum: 0, description: "Pause between two rounds. Default: none." },
  },
  required: ["do", "max_iterations"],
  fence: false,
  roots: () => ["index", "accumulator"],
  // At least one round is run, so that `initial` is never the result.
  result: (_input, { bodies }) => ({
    type: "object",
    required: ["count", "result", "done"],
    additionalProperties: false,
    properties: {
      count: { type: "integer" },
      result: bodies["do"] ?? {},
      done: { type: "boolean" },
    },
  }),
};
