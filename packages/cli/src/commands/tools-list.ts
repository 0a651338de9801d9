import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { columns, firstSentence } from "../output/columns.ts";
import { reportProject } from "../output/project-notes.ts";

/** `graph tools list`. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const tools = (await project.catalog(context)).entries();
  const diagnostics = reportProject(context, project);
  if (context.json) {
    context.streams.document({
      tools: tools.map((tool) => ({
        name: tool.name,
        ...(tool.title !== undefined && { title: tool.title }),
        description: tool.description,
        owner: tool.owner,
        read_only: tool.readOnly,
        repeatable: tool.repeatable,
        ...(tool.unusable !== undefined && { unusable: tool.unusable }),
      })),
      diagnostics,
    });
    return exitCode.done;
  }
  context.streams.out(
    columns(
      tools.map((tool) => {
        const effect = tool.unusable === undefined ? (tool.readOnly ? "reads" : "may write") : "unusable";
        return [tool.name, effect, firstSentence(tool.description)];
      }),
    ),
  );
  return exitCode.done;
};
