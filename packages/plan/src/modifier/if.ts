import type { KeyRule } from "../grammar/key-rule.ts";

export const ifGate: KeyRule = {
  kind: "gate",
  description: "A gate. False: the step is skipped, and so is what reads it.",
};
