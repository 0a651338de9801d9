import type { Diagnostic } from "@graph/plan";

/** A problem of a config without its place. */
export type ConfigProblem = Pick<Diagnostic, "code" | "severity" | "message" | "expected" | "suggestions">;

/** Takes the problems of a config; `target` says whether the key or the value is wrong. */
export interface ConfigReporter {
  report(problem: ConfigProblem, pointer: string, target: "key" | "value"): void;
}
