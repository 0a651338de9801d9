import type { Diagnostic, Project } from "@graph/host";
import type { Command, CommandContext } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { reportDiagnostics } from "../output/report.ts";
import { mergeDiagnostics } from "../output/result-document.ts";
import { reportUnknown } from "./plan-failures.ts";

/** What was checked, and what was not. */
interface Checked {
  readonly plans: readonly string[];
  /** Plans that are hidden, each with the reason: they were not checked. */
  readonly unchecked: readonly { readonly plan: string; readonly reason: string }[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many more diagnostics there are. */
  readonly hidden: number;
}

/** `graph plan check`: one plan, or all of them. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  if (context.argument !== undefined) return checkOne(context, project, context.argument);
  const listed = await project.plans();
  const lists: (readonly Diagnostic[])[] = [];
  const plans: string[] = [];
  let hidden = 0;
  for (const { identifier } of listed.filter((plan) => plan.hidden === undefined)) {
    const check = await project.check(identifier, context);
    plans.push(identifier);
    lists.push(check.diagnostics);
    hidden += check.hidden;
  }
  const unchecked = listed.flatMap(({ identifier, hidden: reason }) =>
    reason === undefined ? [] : [{ plan: identifier, reason }],
  );
  const diagnostics = mergeDiagnostics(project.diagnostics(), ...lists);
  return finish(context, project, { plans, unchecked, diagnostics, hidden });
};

async function checkOne(context: CommandContext, project: Project, reference: string): Promise<number> {
  const check = await project.check(reference, context);
  if (check.plan === undefined) return reportUnknown(context, project, check.diagnostics);
  // Other plans' files are not this plan's business; the config is.
  const own = project.diagnostics().filter((one) => one.file === undefined || !one.file.endsWith(".yaml"));
  const diagnostics = mergeDiagnostics(own, check.diagnostics);
  const plans = [check.plan.identifier];
  return finish(context, project, { plans, unchecked: [], diagnostics, hidden: check.hidden });
}

function finish(context: CommandContext, project: Project, checked: Checked): number {
  const { plans, unchecked, diagnostics, hidden } = checked;
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  if (context.json) context.streams.document({ plans, ok: errors === 0, unchecked, diagnostics, hidden });
  reportDiagnostics(context.streams, diagnostics, (file) => project.textOf(file));
  if (hidden > 0) context.streams.tell(`and ${hidden} more`);
  if (!context.json) {
    const rest = diagnostics.length - errors;
    const what = plans.length === 1 ? (plans[0] ?? "") : `${plans.length} plans`;
    const said = errors === 0 ? "no errors" : `${errors} ${errors === 1 ? "error" : "errors"}`;
    context.streams.tell(
      `${what}: ${said}${rest === 0 ? "" : `, ${rest} ${rest === 1 ? "other remark" : "other remarks"}`}`,
    );
    for (const { plan, reason } of unchecked) context.streams.tell(`${plan}: not checked, because ${reason}`);
  }
  return errors === 0 ? exitCode.done : exitCode.failed;
}
