import type { ControlStepGrammar } from "./control-step.ts";

export const wait: ControlStepGrammar = {
  name: "wait",
  description: "Waits for a length of time, until a moment, or for a signal from outside.",
  keys: {
    for: { kind: "duration", minimum: 0, templated: true, description: "How long, as in `30s` or `2h`." },
    until: { kind: "template", filled: true, description: "Until when: a date and time, ISO 8601." },
    signal: { kind: "template", filled: true, description: "The name of the signal." },
    timeout: {
      kind: "duration",
      minimum: 1,
      templated: true,
      description: "With `signal`: how long at most. Then `timed_out` is true.",
    },
  },
  required: [],
  exclusive: [["for", "until", "signal"]],
  oneOf: ["for", "until", "signal"],
  together: [{ key: "timeout", with: ["signal"], required: false }],
  fence: true,
  roots: () => [],
  result: () => ({
    type: "object",
    required: ["timed_out"],
    additionalProperties: false,
    properties: { signal: { type: "string" }, payload: {}, timed_out: { type: "boolean" } },
  }),
};
