import type { KeyRule } from "../grammar/key-rule.ts";

export const onError: KeyRule = {
  kind: "enum",
  values: ["fail", "continue"],
  description: "`continue`: a failure is kept, the run goes on, and what reads the step is skipped. Default: fail.",
};
