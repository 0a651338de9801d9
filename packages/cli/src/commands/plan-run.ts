import type { Diagnostic, Json, JsonObject, Project, RunEvent, RunOptions, RunResult } from "@graph/host";
import type { QuestionDesk } from "../ask/question-desk.ts";
import { nobodyToAsk } from "../ask/nobody-to-ask.ts";
import { unattended } from "../ask/unattended.ts";
import type { Command, CommandContext } from "../context.ts";
import { exitCode, exitCodeOf } from "../exit-code.ts";
import { readInput } from "../input/read-input.ts";
import { inputSources } from "../input/sources.ts";
import { reportDiagnostics } from "../output/report.ts";
import { mergeDiagnostics, resultDocument } from "../output/result-document.ts";
import type { Streams } from "../output/streams.ts";
import { openRunView, type RunView } from "../render/run-view.ts";
import { summary } from "../render/summary.ts";
import { reportInput, reportRefused, reportUnknown, tellSchema } from "./plan-failures.ts";
import { showPreview } from "./preview.ts";

/** `graph plan run`. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  return runPlan(context, project, context.argument ?? "", (schema) =>
    readInput(context.list("input"), schema, inputSources(context)),
  );
};

/** Runs a plan with an input that is read once its schema is known; `outputOf` picks what is printed. */
export async function runPlan(
  context: CommandContext,
  project: Project,
  reference: string,
  inputOf: (schema: JsonObject | undefined) => ReturnType<typeof readInput>,
): Promise<number> {
  const found = await project.find(reference);
  if (found.plan === undefined) return reportUnknown(context, project, found.diagnostics);
  const schema = schemaOf(found.plan.parsed.data["input_schema"]);
  const { input, problems } = await inputOf(schema);
  const check = await project.check(reference, context);
  const known = mergeDiagnostics(project.diagnostics(), check.diagnostics);
  if (check.snapshot === undefined) return reportRefused(context, project, known);
  if (problems.length > 0) return reportInput(context, project, problems, schema);
  const { snapshot } = check;
  const wrong = project.checkInput(snapshot, input);
  if (wrong.length > 0) return reportInput(context, project, wrong, schema);
  if (context.flag("dryRun")) return showPreview(context, snapshot, input, known);
  const inVain = unattended(snapshot, nobodyToAsk(context));
  if (inVain.length > 0) return reportRefused(context, project, mergeDiagnostics(inVain, known));
  const result = await watch(context, (watching) => project.runChecked(snapshot, input, watching));
  return finishRun(context, project, { ...result, known, schema, silent: snapshot.main.output === undefined });
}

/**
 * Shows a run while it goes on, puts its questions to whoever sits at the terminal, and lets Ctrl-C cancel it. `isSaid`: events that are
 * told in another way.
 */
export async function watch(
  context: CommandContext,
  start: (watching: RunOptions) => Promise<RunResult>,
  isSaid: (event: RunEvent) => boolean = () => false,
): Promise<{ readonly result: RunResult; readonly interrupted: boolean }> {
  const { streams } = context;
  const view = openRunView(streams, context.world.clock);
  const desk = nobodyToAsk(context) === undefined ? await openDesk(streams, view) : undefined;
  try {
    const result = await start({
      onEvent: (event) => {
        desk?.event(event);
        if (!isSaid(event)) view.event(event);
      },
      signal: context.signal,
      ...(desk !== undefined && { onQuestion: desk.ask }),
    });
    return { result, interrupted: context.interrupted() };
  } finally {
    desk?.close();
    view.close();
  }
}

/** Loaded when there is somebody to ask only. */
async function openDesk(streams: Streams, view: RunView): Promise<QuestionDesk> {
  const [{ openQuestionDesk }, { openLines }] = await Promise.all([
    import("../ask/question-desk.ts"),
    import("../ask/line-source.ts"),
  ]);
  return openQuestionDesk({ tell: streams.tell, draw: streams.draw, lines: openLines(process.stdin) }, view);
}

/** Prints how a run ended and says what the process ends with. */
export function finishRun(
  context: CommandContext,
  project: Project,
  ended: {
    readonly result: RunResult;
    readonly interrupted: boolean;
    readonly known: readonly Diagnostic[];
    readonly schema: JsonObject | undefined;
    /** The plan has no `output`: nothing is printed. */
    readonly silent: boolean;
    /** Something else prints the output. */
    readonly quiet?: boolean;
  },
): number {
  const { result } = ended;
  const code = exitCodeOf(result, { strict: context.flag("strict"), interrupted: ended.interrupted });
  const diagnostics = mergeDiagnostics(ended.known, project.diagnostics(), result.diagnostics);
  reportDiagnostics(
    context.streams,
    diagnostics.filter((diagnostic) => diagnostic.severity !== "note"),
    (file) => project.textOf(file),
  );
  const error = result.error;
  if (error !== undefined && !result.diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    context.streams.tell(`error ${error.code}: ${error.message}${error.step === "" ? "" : ` (step ${error.step})`}`);
  }
  context.streams.tell(summary(result));
  if (code === exitCode.input) tellSchema(context, ended.schema);
  if (context.json) {
    const schema = code === exitCode.input && ended.schema !== undefined ? { input_schema: ended.schema } : {};
    context.streams.document({ ...resultDocument(result, diagnostics), ...schema });
  } else if (ended.quiet !== true && (result.status === "succeeded" || result.status === "exited")) {
    if (!ended.silent || result.output !== null) context.streams.document(result.output);
  }
  return code;
}

function schemaOf(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
