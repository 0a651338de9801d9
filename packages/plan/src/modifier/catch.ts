import type { KeyRule } from "../grammar/key-rule.ts";
import { errorClasses } from "./error-classes.ts";

export const catchHandlers: KeyRule = {
  kind: "list",
  description:
    "What is done when the step has failed for good: the first entry that fits. The step's status is then `caught`.",
  of: {
    kind: "map",
    description: "One handler.",
    keys: {
      errors: {
        kind: "names",
        values: errorClasses,
        description: "Classes of errors that it handles. Missing: all.",
      },
      do: {
        kind: "body",
        description:
          "What is done: one call, or a list of steps. `error` is known in it, and its result becomes the step's.",
      },
      result: { kind: "template", description: "The step's result instead of that of `do`." },
    },
    required: ["do"],
  },
};
