import type { Catalog } from "../catalog.ts";
import type { DiagnosticCode } from "../codes.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { isWithin } from "../source/json-pointer.ts";
import { report, type ReportOptions } from "../source/report.ts";
import type { PlanView } from "./plan-view.ts";
import type { Read } from "./reads.ts";
import type { Shapes } from "./shapes.ts";

/** What the rules of one plan share. */
export interface CheckContext extends PlanView {
  /** The tool name under which the plan is checked. */
  readonly toolName: string;
  readonly catalog: Catalog;
  /** Every path that a tag of the plan reads, in document order. */
  readonly reads: readonly Read[];
  readonly shapes: Shapes;
  /** JSON Pointers of all templates and of everything they stand in. */
  readonly templated: ReadonlySet<string>;
  readonly diagnostics: Diagnostic[];
  /** Only whether there are errors is asked: nobody reads their words. */
  readonly terse: boolean;
}

/** More are found than anybody is shown; then looking for what was meant is not worth the time. */
const maximumHinted = 100;

/** Whether it is worth looking for what was meant instead. */
export function hints(context: CheckContext): boolean {
  return !context.terse && context.diagnostics.length < maximumHinted;
}

/** Adds a diagnostic, unless its place was already refused when the plan was read. */
export function problem(
  context: CheckContext,
  code: DiagnosticCode,
  message: string,
  pointer: string,
  options: ReportOptions = {},
): Diagnostic {
  const { plan, diagnostics } = context;
  const made = report(plan.locator, code, message, pointer, options);
  const diagnostic = made.file === undefined && plan.file !== undefined ? { ...made, file: plan.file } : made;
  if (!isDamaged(plan, pointer)) diagnostics.push(diagnostic);
  return diagnostic;
}

/** Whether a place was refused when the plan was read: nothing more is said about it. */
function isDamaged(plan: ParsedPlan, pointer: string): boolean {
  return plan.damaged.some((damaged) => isWithin(pointer, damaged));
}
