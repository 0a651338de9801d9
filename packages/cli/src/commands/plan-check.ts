import type { Diagnostic, Project } from "@graph/host";
import type { Command, CommandContext } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { reportDiagnostics } from "../output/report.ts";
import { mergeDiagnostics } from "../output/result-document.ts";
import { reportUnknown } from "./plan-failures.ts";

/** `graph plan check`: one plan, or all of them. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  if (context.argument !== undefined) return checkOne(context, project, context.argument);
  const listed = await project.plans();
  const lists: (readonly Diagnostic[])[] = [];
  let hidden = 0;
  for (const { identifier } of listed.filter((plan) => plan.hidden === undefined)) {
    const check = await project.check(identifier);
    lists.push(check.diagnostics);
    hidden += check.hidden;
  }
  return finish(
    context,
    project,
    listed.map((plan) => plan.identifier),
    mergeDiagnostics(project.diagnostics(), ...lists),
    hidden,
  );
};

async function checkOne(context: CommandContext, project: Project, reference: string): Promise<number> {
  const check = await project.check(reference);
  if (check.plan === undefined) return reportUnknown(context, project, check.diagnostics);
  // Other plans' files are not this plan's business; the config is.
  const own = project.diagnostics().filter((one) => one.file === undefined || !one.file.endsWith(".yaml"));
  return finish(context, project, [check.plan.identifier], mergeDiagnostics(own, check.diagnostics), check.hidden);
}

function finish(
  context: CommandContext,
  project: Project,
  plans: readonly string[],
  diagnostics: readonly Diagnostic[],
  hidden: number,
): number {
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  if (context.json) context.streams.document({ plans, ok: errors === 0, diagnostics, hidden });
  reportDiagnostics(context.streams, diagnostics, (file) => project.textOf(file));
  if (hidden > 0) context.streams.tell(`and ${hidden} more`);
  if (!context.json) {
    const rest = diagnostics.length - errors;
    const what = plans.length === 1 ? (plans[0] ?? "") : `${plans.length} plans`;
    const said = errors === 0 ? "no errors" : `${errors} ${errors === 1 ? "error" : "errors"}`;
    context.streams.tell(
      `${what}: ${said}${rest === 0 ? "" : `, ${rest} ${rest === 1 ? "other remark" : "other remarks"}`}`,
    );
  }
  return errors === 0 ? exitCode.done : exitCode.failed;
}
