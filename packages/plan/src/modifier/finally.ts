import type { KeyRule } from "../grammar/key-rule.ts";

export const finallyBody: KeyRule = {
  kind: "body",
  description:
    "What is done once the step has started and ended in any way, cancellation included: one call, or a list of steps. `error` is known in it, null when all went well.",
};
