import { planPage } from "@graph/host";
import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { reportRefused, reportUnknown } from "./plan-failures.ts";

/** `graph plan docs`. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const found = await project.find(context.argument ?? "");
  if (found.plan === undefined) return reportUnknown(context, project, found.diagnostics);
  const { plan } = found;
  const { diagnostics } = plan.parsed;
  if (diagnostics.some((one) => one.severity === "error")) return reportRefused(context, project, diagnostics);
  const page = planPage(plan.parsed, { file: plan.file, shipped: plan.origin === "shipped" });
  if (context.json) context.streams.document({ identifier: plan.identifier, markdown: page });
  else context.streams.out(page);
  return exitCode.done;
};
