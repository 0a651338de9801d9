import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { reportUnknown } from "./plan-failures.ts";

/** `graph plan show`: the file byte for byte, so that it can be written back as an override. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const found = await project.find(context.argument ?? "");
  if (found.plan === undefined) return reportUnknown(context, project, found.diagnostics);
  const { identifier, origin, file, text } = found.plan;
  if (context.json) context.streams.document({ identifier, origin, file, text });
  else context.streams.out(text);
  return exitCode.done;
};
