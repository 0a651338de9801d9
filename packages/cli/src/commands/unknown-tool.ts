import { nearestNames, type Diagnostic, type Project } from "@graph/host";
import type { CommandContext } from "../context.ts";

/** Says that there is no such tool, with the nearest names. */
export async function unknownTool(context: CommandContext, project: Project, name: string): Promise<Diagnostic> {
  const nearest = nearestNames(
    name,
    (await project.catalog(context)).entries().map((tool) => tool.name),
  );
  const hint = nearest.length > 0 ? `The nearest are ${nearest.map((one) => `\`${one}\``).join(", ")}.` : "";
  return {
    code: "tool/unknown",
    severity: "error",
    message: `There is no tool \`${name}\`. ${hint}`.trim(),
    suggestions: nearest.map((one) => ({ title: one })),
  };
}
