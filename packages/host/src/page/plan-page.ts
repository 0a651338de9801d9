import { isObject, type BodyPlace, type Json, type JsonObject, type ParsedPlan } from "@graph/plan";
import { finalBody, stepBodies } from "../plans/step-bodies.ts";

/** A plan's page in Markdown: what it does, inputs with defaults, outputs, steps with their tools, how to call and customise it. */
export function planPage(plan: ParsedPlan, source: { readonly file: string; readonly shipped: boolean }): string {
  const { data, identifier } = plan;
  const name = textAt(data, "name");
  const lines = [`# ${name === "" ? identifier : name}`, "", textAt(data, "description").trim(), ""];
  const exemplars = listAt(data, "exemplars").filter((item) => typeof item === "string");
  if (exemplars.length > 0) lines.push("For example:", "", ...exemplars.map((item) => `- ${item}`), "");
  const servers = listAt(data, "requires_servers").filter((item) => typeof item === "string");
  if (servers.length > 0) lines.push(`It needs the servers ${servers.map((server) => code(server)).join(", ")}.`, "");
  lines.push("## Inputs", "", ...inputs(objectAt(data, "input_schema")), "");
  lines.push("## Output", "", ...outputs(data), "");
  lines.push("## Steps", "", ...steps(listAt(data, "steps")), "");
  const final = finalBody(data);
  if (final !== undefined) lines.push("At the end, whatever happened:", "", ...steps(asList(final)), "");
  lines.push("## How to call it", "", ...howToCall(identifier, objectAt(data, "input_schema")), "");
  lines.push("## How to change it", "", ...howToChange(identifier, source), "");
  return lines.join("\n");
}

function inputs(schema: JsonObject | undefined): readonly string[] {
  const properties = Object.entries(objectAt(schema, "properties") ?? {});
  if (properties.length === 0) return ["None."];
  const required = new Set(listAt(schema, "required"));
  const rows = properties.map(([name, value]) => {
    const property = isObject(value) ? value : {};
    const fallback = property["default"];
    const standard =
      required.has(name) && fallback === undefined
        ? "required"
        : fallback === undefined
          ? ""
          : code(JSON.stringify(fallback));
    return row([
      code(name),
      typeOf(property),
      standard,
      [textAt(property, "description"), bounds(property)].filter(Boolean).join(" "),
    ]);
  });
  return [row(["name", "type", "default", "meaning"]), row(["---", "---", "---", "---"]), ...rows];
}

function outputs(data: JsonObject): readonly string[] {
  const output = objectAt(data, "output");
  const schema = objectAt(data, "output_schema");
  const solver = objectAt(data, "solver");
  if (solver !== undefined) {
    const query = textAt(solver, "query_to_answer").trim().replaceAll(/\s+/gu, " ");
    return [`A text that a chat model writes: ${code(query)}`];
  }
  if (output === undefined)
    return [schema === undefined ? "None: the plan works silently." : "As its `output_schema` says."];
  const described = objectAt(schema, "properties");
  return Object.entries(output).map(([name, value]) => {
    const property = objectAt(described, name);
    const words = property === undefined ? "" : `: ${textAt(property, "description")}`;
    return `- ${code(name)} = ${code(typeof value === "string" ? value : JSON.stringify(value))}${words}`;
  });
}

function steps(list: readonly Json[], indent = ""): readonly string[] {
  return list.flatMap((value, index) => {
    if (!isObject(value)) return [];
    const description = textAt(value, "description") || textAt(value, "reasoning");
    const id = textAt(value, "id");
    const head = `${indent}${index + 1}. ${id === "" ? "" : `${code(id)} calls `}${code(textAt(value, "tool_name"))}${description === "" ? "" : `: ${description}`}`;
    return [head, ...inner(stepBodies(value), `${indent}   `)];
  });
}

/** The only body of a step stands right below it, several stand there by their keys. */
function inner(bodies: readonly BodyPlace[], indent: string): readonly string[] {
  const [only] = bodies;
  if (only !== undefined && bodies.length === 1 && only.key === "do") return steps(asList(only.value), indent);
  return bodies.flatMap(({ key, value }) => [
    `${indent}- ${code(key.replace(/\/do$/u, ""))}:`,
    ...steps(asList(value), `${indent}  `),
  ]);
}

const asList = (body: Json): readonly Json[] => (Array.isArray(body) ? body : [body]);

function howToCall(identifier: string, schema: JsonObject | undefined): readonly string[] {
  const required = listAt(schema, "required").filter((name) => typeof name === "string");
  const flags = required.map((name) => ` --input ${name}=…`).join("");
  const step = required.map((name) => `    ${name}: <<input.${name}>>`);
  return [
    "From the command line:",
    "",
    "```sh",
    `graph plan run ${identifier}${flags}`,
    "```",
    "",
    "From another plan:",
    "",
    "```yaml",
    `- id: ${identifier.replaceAll("-", "_")}_result`,
    `  tool_name: plan__${identifier}`,
    ...(step.length > 0 ? ["  input:", ...step] : ["  input: {}"]),
    "```",
  ];
}

function howToChange(
  identifier: string,
  source: { readonly file: string; readonly shipped: boolean },
): readonly string[] {
  if (!source.shipped) return [`Edit ${code(source.file)}; the next call uses what it says then.`];
  return [
    "```sh",
    `graph plan show ${identifier} > .graph/plans/${identifier}.yaml`,
    "```",
    "",
    `writes it into the project, where it counts instead of the shipped one. There it may call the shipped one as ${code(`builtin_plan__${identifier}`)}. Deleting the file brings the shipped one back.`,
  ];
}

function typeOf(property: JsonObject): string {
  const values = listAt(property, "enum");
  if (values.length > 0) return values.map((value) => code(JSON.stringify(value))).join(" or ");
  const type = property["type"];
  if (typeof type === "string") return type;
  return Array.isArray(type) ? type.filter((one) => typeof one === "string").join(" or ") : "any";
}

function bounds(property: JsonObject): string {
  const { minimum, maximum } = property;
  const parts = [
    ...(typeof minimum === "number" ? [`from ${minimum}`] : []),
    ...(typeof maximum === "number" ? [`up to ${maximum}`] : []),
  ];
  return parts.length === 0 ? "" : `(${parts.join(" ")})`;
}

const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);
const row = (cells: readonly string[]): string =>
  `| ${cells
    .map((cell) =>
      cell
        .replaceAll("|", "\\|")
        .replaceAll(/\s*\n\s*/gu, " ")
        .trim(),
    )
    .join(" | ")} |`;

function objectAt(data: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = data !== undefined && Object.hasOwn(data, key) ? data[key] : undefined;
  return isObject(value) ? value : undefined;
}

function listAt(data: JsonObject | undefined, key: string): readonly Json[] {
  const value = data?.[key];
  return Array.isArray(value) ? value : [];
}

function textAt(data: JsonObject, key: string): string {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return typeof value === "string" ? value : "";
}
