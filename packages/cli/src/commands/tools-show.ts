import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { reportProject } from "../output/project-notes.ts";
import { reportUnknown } from "./plan-failures.ts";
import { unknownTool } from "./unknown-tool.ts";

/** `graph tools show`: the definition as JSON, with and without `--json`. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const name = context.argument ?? "";
  const tool = await project.tool(name, context);
  if (tool === undefined) {
    const problem = await unknownTool(context, project, name);
    reportProject(context, project);
    return reportUnknown(context, project, [problem]);
  }
  reportProject(context, project);
  context.streams.document({
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    description: tool.description,
    owner: tool.owner,
    input_schema: tool.inputSchema,
    ...(tool.outputSchema !== undefined && { output_schema: tool.outputSchema }),
    ...(tool.annotations !== undefined && { annotations: tool.annotations }),
    read_only: tool.readOnly,
    repeatable: tool.repeatable,
    ...(tool.idempotencyArgument !== undefined && { idempotency_argument: tool.idempotencyArgument }),
    ...(tool.category !== undefined && { category: tool.category }),
    ...(tool.tags !== undefined && { tags: tool.tags }),
    ...(tool.unusable !== undefined && { unusable: tool.unusable }),
    ...(tool.unchecked !== undefined && { unchecked: tool.unchecked }),
    digest: tool.digest,
  });
  return exitCode.done;
};
