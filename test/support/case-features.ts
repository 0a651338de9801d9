import type { CaseRun } from "./case-format.ts";

/** The features that are built. What a run needs beyond them is still to come. */
const built: ReadonlySet<string> = new Set([
  "core",
  "map",
  "filter",
  "exit",
  "subplan",
  "mcp",
  "cli",
  "search",
  "limits",
  "shapes",
  "decision",
  "secrets",
]);

/** Modes that need an engine which outlives the process. */
const laterModes: ReadonlySet<string> = new Set(["engine"]);

/** Runs that lean on a part which the list of features does not tell apart, with the part. */
const laterRuns: ReadonlyMap<string, string> = new Map([
  ["SUB-03/1", "graph mcp serve"],
  ["MCP-10/2", "graph mcp serve"],
]);

/** Tools that cases may require and that are not there: such a case does not apply. */
const missingTools: ReadonlySet<string> = new Set(["builtin__exec"]);

/** The features that a run waits for; an empty list for one that is due. */
export function waitsFor(run: CaseRun): readonly string[] {
  const named = laterRuns.get(run.name);
  const missing = run.needs.filter((feature) => !built.has(feature));
  const mode = laterModes.has(run.run.mode) && !missing.includes("durable") ? ["durable"] : [];
  return [...missing, ...mode, ...(named === undefined ? [] : [named])];
}

/** The tools that a case requires and that are not there. */
export const missingRequirements = (requires: readonly string[]): readonly string[] =>
  requires.filter((tool) => missingTools.has(tool));
