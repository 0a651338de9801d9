import { defaultChatRole, defaultDecisionRole } from "@graph/models";
import { modelTools } from "@graph/plan";
import type { RegisteredTool } from "@graph/tools";
import type { BuiltinDependencies } from "../dependencies.ts";

/** Tools of plans, not of tasks: parts of the search itself and of the control step `agent`, and what only shapes values. */
const plumbing: ReadonlySet<string> = new Set([
  "builtin__catalog_tools",
  "builtin__score_candidates",
  "builtin__describe_tools",
  "builtin__reshape",
  modelTools.agent,
]);

/** The plan that searches: finding itself would help nobody. */
const searchPlan = "search_tools";

/** What the operator or the host can give. */
type Opening = "folder" | "host" | "decider" | "chat";

/** Built-in tools that can do nothing without it. */
const needs: ReadonlyMap<string, Opening> = new Map([
  ["builtin__read_file", "folder"],
  ["builtin__write_file", "folder"],
  ["builtin__http_request", "host"],
  [modelTools.decide, "decider"],
  [modelTools.infer, "chat"],
]);

type Openers = Pick<BuiltinDependencies, "roots" | "httpHosts" | "roles">;

/** What there is, in a fixed order: as long as it stays the same, so does what is searchable. */
export function openings(openers: Openers): readonly Opening[] {
  return (["folder", "host", "decider", "chat"] as const).filter((opening) => isOpen(opening, openers));
}

/** Whether a search may return a tool: whatever does a task here and now. */
export function isSearchable(tool: RegisteredTool, openers: Openers): boolean {
  const { name, owner } = tool;
  if (owner.kind === "plan") return owner.identifier !== searchPlan && !name.startsWith("builtin_plan__");
  const need = needs.get(name);
  return !plumbing.has(name) && (need === undefined || isOpen(need, openers));
}

function isOpen(opening: Opening, { roots, httpHosts, roles }: Openers): boolean {
  switch (opening) {
    case "folder":
      return roots.length > 0;
    case "host":
      return httpHosts.length > 0;
    case "decider":
      return roles.findDecision(defaultDecisionRole) !== undefined;
    default:
      return roles.findChat(defaultChatRole) !== undefined;
  }
}
