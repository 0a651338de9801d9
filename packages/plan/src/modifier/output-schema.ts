import type { KeyRule } from "../grammar/key-rule.ts";

export const outputSchema: KeyRule = {
  kind: "schema",
  description: "JSON Schema 2020-12 of the result. It is checked when the step ends, and types what later steps read.",
};
