import type { KeyRule } from "../grammar/key-rule.ts";

export const cache: KeyRule = {
  kind: "map",
  description: "Takes the result of an earlier call instead of calling again. For tools that only read.",
  required: ["ttl"],
  keys: {
    ttl: { kind: "duration", minimum: 1, description: "How long a result may be used again." },
    key: { kind: "template", description: "What tells calls apart. Default: the tool, its definition and its input." },
    scope: {
      kind: "enum",
      values: ["run", "plan", "host"],
      description: "Who shares results: this run, all runs of this plan, or everything on this engine. Default: run.",
    },
  },
};
