import type { Command } from "../context.ts";
import { readInput } from "../input/read-input.ts";
import { inputSources } from "../input/sources.ts";
import { finishRun, watch } from "./plan-run.ts";
import { reportInput, reportUnknown } from "./plan-failures.ts";
import { unknownTool } from "./unknown-tool.ts";

/** `graph tools call`: one tool, with its input typed and checked as a plan's step is. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const name = context.argument ?? "";
  const tool = await project.tool(name, context);
  if (tool === undefined) return reportUnknown(context, project, [await unknownTool(context, project, name)]);
  const schema = tool.inputSchema;
  const { input, problems } = await readInput(context.list("input"), schema, inputSources(context));
  if (problems.length > 0) return reportInput(context, project, problems, schema);
  const ended = await watch(context, (watching) => project.call(name, input, watching));
  const { result } = ended;
  if (result.error?.effect === "none" && result.error.code.startsWith("input/")) {
    return reportInput(context, project, result.diagnostics, schema);
  }
  return finishRun(context, project, { ...ended, known: project.diagnostics(), schema, silent: false });
};
