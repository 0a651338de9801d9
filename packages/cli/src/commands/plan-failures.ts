import type { Diagnostic, JsonObject, Project } from "@graph/host";
import type { CommandContext } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { withHowToGive } from "../input/how-to-give.ts";
import { reportDiagnostics } from "../output/report.ts";

/** Says that there is no such plan (wrong usage), or why what is there is none (a failure). */
export function reportUnknown(context: CommandContext, project: Project, diagnostics: readonly Diagnostic[]): number {
  const isUnknown = diagnostics.some(({ code }) => code === "tool/unknown" || code === "name/bad-name");
  return refuse(context, project, diagnostics, isUnknown ? exitCode.usage : exitCode.failed);
}

/** Says what the checker has against a plan. */
export function reportRefused(context: CommandContext, project: Project, diagnostics: readonly Diagnostic[]): number {
  return refuse(context, project, diagnostics, exitCode.failed);
}

/** Says what is wrong with an input, and prints the schema it has to fit. */
export function reportInput(
  context: CommandContext,
  project: Project,
  diagnostics: readonly Diagnostic[],
  schema: JsonObject | undefined,
): number {
  const code = refuse(
    context,
    project,
    withHowToGive(diagnostics),
    exitCode.input,
    schema === undefined ? {} : { input_schema: schema },
  );
  tellSchema(context, schema);
  return code;
}

/** Prints an input schema on stderr. */
export function tellSchema(context: CommandContext, schema: JsonObject | undefined): void {
  if (schema !== undefined)
    context.streams.tell(`The input has to fit this schema:\n${JSON.stringify(schema, null, 2)}`);
}

function refuse(
  context: CommandContext,
  project: Project,
  diagnostics: readonly Diagnostic[],
  code: number,
  more: JsonObject = {},
): number {
  reportDiagnostics(context.streams, diagnostics, (file) => project.textOf(file));
  if (context.json) {
    const first = diagnostics.find((diagnostic) => diagnostic.severity === "error");
    const error = { code: first?.code ?? "usage", message: first?.message ?? "The plan cannot be used." };
    context.streams.document({ status: "failed", output: null, error, ...more, diagnostics });
  }
  return code;
}
