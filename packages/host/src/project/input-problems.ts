import {
  createValidator,
  fillDefaults,
  pointerTo,
  type CheckedPlan,
  type Diagnostic,
  type SchemaProblem,
} from "@graph/plan";
import type { JsonObject } from "@graph/plan";

/** What is wrong with an input of a plan, its defaults filled in, by the plan's `input_schema`. Nothing when it fits. */
export function inputProblems(plan: CheckedPlan, input: JsonObject): readonly Diagnostic[] {
  const schema = plan.inputSchema;
  if (schema === undefined) return [];
  const { problems, more } = createValidator(schema).validate(fillDefaults(schema, input));
  const listed = problems.map((problem) => describe(problem, plan.identifier));
  const [first] = listed;
  if (more === 0 || first === undefined) return listed;
  const message = `There are ${more.toLocaleString("en")} more problems of the input, not listed here.`;
  return [...listed, { code: first.code, severity: "error", message }];
}

function describe(problem: SchemaProblem, plan: string): Diagnostic {
  const { pointer, property, expected } = problem;
  const at = property === undefined ? pointer : pointerTo(pointer, property);
  const isMissing = problem.keyword === "required" && property !== undefined;
  const place = pointer === "" ? "The input" : `${pointer} of the input`;
  return {
    code: isMissing ? "input/missing" : "input/invalid",
    severity: "error",
    message: `${place} of plan \`${plan}\` ${isMissing ? `lacks \`${property}\`` : problem.message}.`,
    at,
    ...(expected !== undefined && { expected }),
  };
}
