import { pointerTo, type CheckedPlan, type SchemaProblem } from "@graph/plan";
import { type Failure, failure } from "./failure.ts";

/** The step that gave a plan its input. */
export interface Caller {
  readonly step: string;
  readonly plan: CheckedPlan;
  /** JSON Pointer of the step's input. */
  readonly pointer: string;
}

/** Problems named in one message; the rest is counted. */
const namedProblems = 5;

/** The failure of an input that does not fit a plan's `input_schema`: every problem in one message, placed at the first. */
export function invalidInput(
  plan: CheckedPlan,
  checked: { readonly problems: readonly SchemaProblem[]; readonly more: number },
  givenBy: Caller | undefined,
): Failure {
  const [first] = checked.problems;
  const missing = checked.problems.every((problem) => problem.keyword === "required");
  const named = checked.problems.slice(0, namedProblems).map(describe);
  const rest = checked.problems.length - named.length + checked.more;
  if (rest > 0) named.push(`and ${rest.toLocaleString("en-US")} more`);
  const message = `The input of plan \`${plan.identifier}\` does not fit its \`input_schema\`: ${named.join("; ")}.`;
  const at =
    first === undefined ? "" : first.property === undefined ? first.pointer : pointerTo(first.pointer, first.property);
  return failure(
    {
      class: "invalid_input",
      code: missing ? "input/missing" : "input/invalid",
      message,
      step: givenBy?.step ?? "",
      ...(givenBy === undefined ? { at } : {}),
    },
    givenBy === undefined ? { plan, pointer: "/input_schema" } : { plan: givenBy.plan, pointer: givenBy.pointer + at },
    first?.expected === undefined ? {} : { expected: first.expected },
  );
}

/** The failure of an input of a run that is not JSON. */
export function unreadableInput(plan: CheckedPlan, reason: string): Failure {
  const message = `The input of plan \`${plan.identifier}\` is not JSON: ${reason}.`;
  const details = { class: "invalid_input", code: "input/invalid", message, step: "", at: "" } as const;
  return failure(details, { plan, pointer: "/input_schema" });
}

function describe(problem: SchemaProblem): string {
  if (problem.keyword === "required" && problem.property !== undefined) {
    return `${problem.pointer === "" ? "" : `${problem.pointer} `}lacks \`${problem.property}\``;
  }
  return `${problem.pointer === "" ? "it" : problem.pointer} ${problem.message}`;
}
