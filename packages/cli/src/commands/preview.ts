import { previewRun, type Diagnostic, type JsonObject, type PlanSnapshot } from "@graph/host";
import type { CommandContext } from "../context.ts";
import { exitCode } from "../exit-code.ts";

/** `--dry-run`: prints what would be called with which input. Nothing is called. */
export function showPreview(
  context: CommandContext,
  snapshot: PlanSnapshot,
  input: JsonObject,
  diagnostics: readonly Diagnostic[],
): number {
  const steps = previewRun(snapshot, input);
  if (context.json) {
    context.streams.document({ plan: snapshot.main.identifier, dry_run: true, steps, diagnostics });
    return exitCode.done;
  }
  const lines = steps.map((step) => {
    const gate = step.if === undefined ? "" : `  if ${JSON.stringify(step.if)}`;
    const writes = step.effect === "write" ? "  may write" : "";
    const body = step.body === undefined || step.body === "do" ? "" : `  in ${step.body.replace(/\/do$/u, "")}`;
    return `${step.number}  ${step.path}  ${step.tool}${body}${writes}${gate}\n   ${JSON.stringify(step.input)}`;
  });
  context.streams.out(`${lines.join("\n")}\n`);
  context.streams.tell("Dry run: nothing was called. Tags that read results are shown as they stand.");
  return exitCode.done;
}
