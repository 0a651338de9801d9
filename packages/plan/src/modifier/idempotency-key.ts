import type { KeyRule } from "../grammar/key-rule.ts";

export const idempotencyKey: KeyRule = {
  kind: "template",
  filled: true,
  description: "Handed to the tool in the place it declares, so that a repeated call acts only once.",
};
