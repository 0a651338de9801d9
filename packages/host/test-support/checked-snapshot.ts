import { checkPlan, parsePlan, type PlanSnapshot } from "@graph/plan";
import { createCatalog, type ToolCatalog } from "@graph/tools";

const base = { description: "A tool for tests.", inputSchema: { type: "object" } } as const;
const reads = { annotations: { readOnlyHint: true } } as const;

/** A catalog of `user__read`, `user__write`, the tools that ask models, and plans. */
function catalogOf(plans: readonly string[]): ToolCatalog {
  const catalog = createCatalog();
  const run = (): null => null;
  catalog.add({ ...base, ...reads, name: "read", run });
  catalog.add({ ...base, name: "write", run });
  for (const name of ["decide", "infer", "agent_turn"])
    catalog.add({ ...base, ...reads, name, run }, { namespace: "builtin" });
  for (const plan of plans) catalog.addPlan(parsePlan(plan));
  return catalog;
}

/** The snapshot of a plan, from everything but its identifier and description. Throws what the checker has against it. */
export function checkedSnapshot(text: string, plans: readonly string[] = []): PlanSnapshot {
  const parsed = parsePlan(`identifier: main\ndescription: A plan for tests.\n${text}`, { file: "main.yaml" });
  const { snapshot, diagnostics } = checkPlan(parsed, catalogOf(plans));
  if (snapshot === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return snapshot;
}

/** A plan with a body in every place that can have one. */
export const everyBody = `steps:
  - id: r
    tool_name: route
    input:
      cases:
        - if: {decide: "Is it?"}
          do: {tool_name: user__read, input: {in: case}}
      else: {tool_name: user__read, input: {in: else}}
    catch:
      - {errors: [denied], do: {tool_name: user__read, input: {in: catch}}}
      - do: [{id: handler, tool_name: user__write, input: {}}]
    finally: {tool_name: user__write, input: {in: finally}}
  - id: chosen
    tool_name: route
    input:
      choose:
        question: Which?
        options:
          a label: {description: The first., do: {tool_name: user__read, input: {in: option}}}
          other: {do: {tool_name: user__read, input: {in: other}}}
  - id: both
    tool_name: parallel
    input:
      branches:
        left: {tool_name: user__read, input: {in: left}}
        right: [{id: deep, tool_name: loop, input: {max_iterations: 5, until: {infer: "Done?"}, do: {tool_name: user__read, input: {}}}}]
  - id: helper
    tool_name: agent
    input: {prompt: Help., tools: [user__read], max_iterations: 3}
finally: [{id: end, tool_name: user__write, input: {in: end}}]
solver: {query_to_answer: What came out?, data: <<both.left>>}
`;
