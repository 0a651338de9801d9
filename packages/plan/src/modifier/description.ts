import type { KeyRule } from "../grammar/key-rule.ts";

/** `reasoning` is accepted for it. */
export const description: KeyRule = { kind: "text", description: "Free text, shown in traces." };
