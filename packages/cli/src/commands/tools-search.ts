import type { Json, JsonObject } from "@graph/host";
import { nobodyToAsk } from "../ask/nobody-to-ask.ts";
import { unattended } from "../ask/unattended.ts";
import type { Command } from "../context.ts";
import { columns, firstSentence } from "../output/columns.ts";
import { UsageError } from "../usage-error.ts";
import { finishRun, watch } from "./plan-run.ts";
import { reportInput, reportRefused, reportUnknown } from "./plan-failures.ts";

/** `graph tools search`: runs the plan `search_tools`, the project's own when it has one. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const limit = context.text("limit");
  if (limit !== undefined && !/^[1-9]\d{0,3}$/u.test(limit)) {
    throw new UsageError(`\`--limit ${limit}\` is not a whole number from 1 to 9999.`, "tools search");
  }
  const input = { query: context.argument ?? "", ...(limit !== undefined && { limit: Number(limit) }) };
  const check = await project.check("search_tools", context);
  if (check.plan === undefined) return reportUnknown(context, project, check.diagnostics);
  const { snapshot } = check;
  if (snapshot === undefined) return reportRefused(context, project, check.diagnostics);
  const inputSchema = snapshot.main.inputSchema;
  const lacks = missingInputs(inputSchema, Object.keys(input));
  if (lacks !== undefined) {
    throw new UsageError(
      `The plan search_tools of this project (${check.plan.file}) has no input \`${lacks}\`. ${lacks === "limit" ? "Leave --limit out, or add" : "Add"} it to its input_schema.`,
      "tools search",
    );
  }
  const wrong = project.checkInput(snapshot, input);
  if (wrong.length > 0) return reportInput(context, project, wrong, inputSchema);
  const inVain = unattended(snapshot, nobodyToAsk(context));
  if (inVain.length > 0) return reportRefused(context, project, inVain);
  const ended = await watch(context, (watching) => project.runChecked(snapshot, input, watching));
  const list = ended.result.status === "succeeded" ? toolsOf(ended.result.output) : undefined;
  const known = [...project.diagnostics(), ...check.diagnostics];
  // A table for a person; an override may answer in another shape, which is printed as it is.
  const asTable = !context.json && list !== undefined;
  const code = finishRun(context, project, { ...ended, known, schema: inputSchema, silent: asTable, quiet: asTable });
  if (asTable) {
    context.streams.out(columns(list));
    if (list.length === 0) context.streams.tell("No tool fits.");
  }
  if (!context.json && list === undefined && ended.result.status === "succeeded") {
    context.streams.tell("note: the output of the plan search_tools has no list `tools`; it is printed as it is.");
  }
  return code;
};

/** The first of these inputs that a plan does not declare: it would be passed over without a word. */
function missingInputs(schema: JsonObject | undefined, names: readonly string[]): string | undefined {
  const properties = schema?.["properties"];
  return names.find((name) => !isObject(properties) || !Object.hasOwn(properties, name));
}

function toolsOf(output: Json): readonly (readonly string[])[] | undefined {
  const tools = isObject(output) ? output["tools"] : undefined;
  if (!Array.isArray(tools)) return undefined;
  return (tools as readonly Json[]).map((tool) => {
    const { name, description, score } = isObject(tool) ? tool : {};
    return [
      typeof score === "number" ? score.toFixed(2) : "",
      typeof name === "string" ? name : "?",
      typeof description === "string" ? firstSentence(description) : "",
    ];
  });
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
