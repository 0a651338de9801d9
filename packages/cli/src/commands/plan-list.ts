import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { columns, firstSentence } from "../output/columns.ts";
import { reportProject } from "../output/project-notes.ts";

/** `graph plan list`. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const plans = await project.plans();
  const diagnostics = reportProject(context, project, { notes: true });
  if (context.json) {
    context.streams.document({ plans, diagnostics });
    return exitCode.done;
  }
  context.streams.out(
    columns(
      plans.map((plan) => {
        const state = plan.broken ? " (has errors)" : plan.hidden === undefined ? "" : ` (hidden: ${plan.hidden})`;
        const origin = plan.overrides ? `${plan.origin}, over the shipped one` : plan.origin;
        return [plan.identifier, origin, plan.file, `${firstSentence(plan.description)}${state}`];
      }),
    ),
  );
  return exitCode.done;
};
