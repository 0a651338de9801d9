import type { KeyRule } from "../grammar/key-rule.ts";
import { errorClasses } from "./error-classes.ts";

export const retry: KeyRule = {
  kind: "map",
  description: "Calls the tool again after an error.",
  required: ["max_attempts"],
  keys: {
    max_attempts: { kind: "integer", minimum: 1, maximum: 1000, description: "The first try counts." },
    delay: { kind: "duration", minimum: 0, description: "Pause before the second try. Default: 1s." },
    backoff: {
      kind: "enum",
      values: ["fixed", "linear", "exponential"],
      description: "How the pause grows. Default: exponential.",
    },
    max_delay: {
      kind: "duration",
      minimum: 0,
      description:
        "Longest pause. Default: 30s. Where a server says itself when to come back (`Retry-After`), that counts instead of `delay` and `max_delay`; `deadline` still ends the step.",
    },
    jitter: {
      kind: "enum",
      values: ["none", "equal", "full"],
      description: "How much of the pause is random. Default: none.",
    },
    errors: {
      kind: "names",
      values: errorClasses,
      description: "Classes of errors that are retried. Default: timeout, unavailable, rate_limited.",
    },
  },
};
