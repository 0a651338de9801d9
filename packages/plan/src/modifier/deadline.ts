import type { KeyRule } from "../grammar/key-rule.ts";

export const deadline: KeyRule = {
  kind: "duration",
  minimum: 1,
  description: "Longest time of all attempts together, pauses included. Then the step fails as with `timeout`.",
};
