import type { KeyRule } from "../grammar/key-rule.ts";

export const timeout: KeyRule = {
  kind: "duration",
  minimum: 1,
  description: "Longest time of one attempt. Then the tool is told to stop, and a late result is not used.",
};
