import type { Catalog, CatalogEntry } from "../catalog.ts";
import { toolGlobPattern } from "../control/agent.ts";
import { matchesGlob } from "../gate/glob.ts";
import type { Json } from "../json.ts";
import { modelTools } from "../model-tools.ts";
import { own, type StepNode } from "./plan-tree.ts";

const toolGlob = new RegExp(toolGlobPattern);

/** A pattern that an `agent` names tools by, and its place among them. */
export interface ToolPattern {
  readonly pattern: string;
  readonly index: number;
}

/** The patterns that an `agent` names its tools by; without any it may call every tool. What is no pattern was refused before. */
export function toolPatterns(step: StepNode): readonly ToolPattern[] {
  const patterns = own(step.input, "tools");
  if (patterns === undefined) return [{ pattern: "*", index: 0 }];
  const list = Array.isArray(patterns) ? (patterns as readonly Json[]) : [];
  return list.flatMap((pattern, index) =>
    typeof pattern === "string" && toolGlob.test(pattern) ? [{ pattern, index }] : [],
  );
}

/**
 * The tools of a catalog that an `agent` may call, sorted by name. Plans are not among them, nor tools that cannot be called, nor the
 * one through which its own model is asked.
 */
export function agentTools(step: StepNode, catalog: Catalog): CatalogEntry[] {
  const patterns = toolPatterns(step);
  if (patterns.length === 0) return [];
  const tools: CatalogEntry[] = [];
  for (const entry of catalog.entries()) {
    const { name, unusable, owner } = entry;
    if (unusable !== undefined || owner.kind === "plan" || name === modelTools.agent) continue;
    if (patterns.some(({ pattern }) => matchesGlob(name, pattern))) tools.push(entry);
  }
  return tools.sort((one, other) => (one.name < other.name ? -1 : 1));
}
