import type { RegisteredTool } from "@graph/tools";
import type { BuiltinDependencies } from "../dependencies.ts";

/** Tools of plans, not of tasks: the parts of the search itself, and what only shapes values. */
const plumbing: ReadonlySet<string> = new Set([
  "builtin__catalog_tools",
  "builtin__score_candidates",
  "builtin__describe_tools",
  "builtin__reshape",
]);

/** The plan that searches: finding itself would help nobody. */
const searchPlan = "search_tools";

/** Built-in tools that can do nothing until the operator gives them a folder or a host. */
const needsFolder: ReadonlySet<string> = new Set(["builtin__read_file", "builtin__write_file"]);
const needsHost: ReadonlySet<string> = new Set(["builtin__http_request"]);

/** Whether a search may return a tool: whatever does a task here and now. */
export function isSearchable(
  tool: RegisteredTool,
  dependencies: Pick<BuiltinDependencies, "roots" | "httpHosts">,
): boolean {
  const { name, owner } = tool;
  if (owner.kind === "plan") return owner.identifier !== searchPlan && !name.startsWith("builtin_plan__");
  if (plumbing.has(name)) return false;
  if (needsFolder.has(name)) return dependencies.roots.length > 0;
  if (needsHost.has(name)) return dependencies.httpHosts.length > 0;
  return true;
}
