import { pointerTo, type Diagnostic, type JsonObject, type Project, type RunResult } from "@graph/host";
import { nobodyToAsk } from "../ask/nobody-to-ask.ts";
import { unattended } from "../ask/unattended.ts";
import type { Command, CommandContext } from "../context.ts";
import { readInput } from "../input/read-input.ts";
import { inputSources } from "../input/sources.ts";
import { finishRun, watch } from "./plan-run.ts";
import { reportInput, reportRefused, reportUnknown } from "./plan-failures.ts";
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
  const inVain = tool.owner.kind === "plan" ? await waitsInVain(context, project, name) : [];
  if (inVain.length > 0) return reportRefused(context, project, inVain);
  const ended = await watch(
    context,
    (watching) => project.call(name, input, watching),
    (event) => event.type === "step-finish" && isInputError(event.error),
  );
  const { result } = ended;
  if (isInputError(result.error)) {
    return reportInput(context, project, argumentProblems(result.diagnostics, input, schema), schema);
  }
  return finishRun(context, project, { ...ended, known: project.diagnostics(), schema, silent: false });
};

/** A plan that is called as a tool may wait for somebody who never comes, as one that is run may. */
async function waitsInVain(context: CommandContext, project: Project, plan: string): Promise<readonly Diagnostic[]> {
  const { snapshot } = await project.check(plan, context);
  return snapshot === undefined ? [] : unattended(snapshot, nobodyToAsk(context));
}

/** The input does not fit, and nothing was called: that is told as wrong input, not as a run that failed. */
const isInputError = (error: RunResult["error"]): boolean =>
  error?.effect === "none" && error.code.startsWith("input/");

const inputOfTheCall = "/steps/0/input";

/** The problems of a call as those of its input: nobody has written the plan that it runs as. */
function argumentProblems(
  diagnostics: readonly Diagnostic[],
  input: JsonObject,
  schema: JsonObject,
): readonly Diagnostic[] {
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const missing = required.filter((name) => !Object.hasOwn(input, name));
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  return errors.map((diagnostic) => argumentProblem(diagnostic, missing));
}

function argumentProblem(diagnostic: Diagnostic, missing: readonly string[]): Diagnostic {
  const { path, step: _step, ...problem } = diagnostic;
  if (path?.startsWith(inputOfTheCall) !== true) return problem;
  const isMissing = problem.code === "input/missing";
  const name = isMissing ? missing.find((one) => problem.message.includes(`\`${one}\``)) : undefined;
  const at = path.slice(inputOfTheCall.length);
  return { ...problem, at: name === undefined ? at : pointerTo(at, name) };
}
