import type { Diagnostic, Project } from "@graph/host";
import type { CommandContext } from "../context.ts";
import { reportDiagnostics } from "./report.ts";

/** Prints what is wrong with the project itself on stderr, notes only when they are asked for, and returns it all. */
export function reportProject(
  context: CommandContext,
  project: Project,
  options: { readonly notes?: boolean } = {},
): readonly Diagnostic[] {
  const diagnostics = project.diagnostics();
  reportDiagnostics(
    context.streams,
    diagnostics.filter((diagnostic) => options.notes === true || diagnostic.severity !== "note"),
    (file) => project.textOf(file),
  );
  return diagnostics;
}
