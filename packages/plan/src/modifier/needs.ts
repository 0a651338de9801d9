import { stepIdPattern } from "./step-id-pattern.ts";
import type { KeyRule } from "../grammar/key-rule.ts";

export const needs: KeyRule = {
  kind: "names",
  pattern: stepIdPattern,
  description:
    "Ids of steps that this one waits for beyond what it reads. Given at all (`[]` too), it replaces the order between steps that may write.",
};
