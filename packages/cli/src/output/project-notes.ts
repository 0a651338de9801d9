import type { Diagnostic, Project } from "@graph/host";
import type { CommandContext } from "../context.ts";
import { reportDiagnostics } from "./report.ts";

/** Prints what is wrong with the project itself on stderr, notes aside, and returns it all. */
export function reportProject(context: CommandContext, project: Project): readonly Diagnostic[] {
  const diagnostics = project.diagnostics();
  reportDiagnostics(
    context.streams,
    diagnostics.filter((diagnostic) => diagnostic.severity !== "note"),
    (file) => project.textOf(file),
  );
  return diagnostics;
}
