import { inspectSchema, isObject, type Json, type JsonObject } from "@graph/plan";
import type { Redactor } from "@graph/runner";
import {
  canonicalJson,
  type RegisteredTool,
  registerTool,
  sha256,
  type ToolAnnotations,
  type ToolDefinition,
  toolEffects,
} from "@graph/tools";
import type { ListedTool } from "./list-tools.ts";
import type { ServerConfig } from "./server-config.ts";
import { redactorOf } from "./server-redactor.ts";
import { wordOf } from "./tool-globs.ts";
import { cutText, visibleSchema, visibleText } from "./visible-text.ts";

/** Longest description that is kept: what is longer is no description, and a model would have to read it. */
const longestDescription = 2048;

/** A tool of a server as the catalog takes it. */
export interface ReadTool {
  readonly tool: RegisteredTool;
  /** Why its output schema is ignored. */
  readonly ignoredOutputSchema?: string;
}

/**
 * Makes the catalog's record of what a server lists. One that cannot be used becomes a record that says why, so that the others of its
 * server stay and a plan that names it is told. The digest covers every field as it came.
 */
export function readTool(
  raw: ListedTool,
  name: string,
  config: ServerConfig,
  call: NonNullable<RegisteredTool["call"]>,
): ReadTool {
  const rawName = raw.name;
  const override = Object.hasOwn(config.toolOverrides ?? {}, rawName) ? config.toolOverrides?.[rawName] : undefined;
  const unusable = inputProblem(raw["inputSchema"], redactorOf(config));
  const inputSchema: JsonObject =
    unusable === undefined ? visibleSchema(raw["inputSchema"] as JsonObject) : { type: "object" };
  const output =
    override?.outputSchema === undefined ? readOutputSchema(raw["outputSchema"]) : { schema: override.outputSchema };
  const annotations = readAnnotations(raw["annotations"]);
  const title = textOf(raw["title"]) ?? annotations.title;
  const definition: ToolDefinition = {
    name: rawName,
    description: cutText(override?.description ?? visibleText(textOf(raw["description"]) ?? ""), longestDescription),
    inputSchema,
    ...(title === undefined ? {} : { title: cutText(visibleText(title), 200) }),
    ...(output.schema === undefined ? {} : { outputSchema: output.schema }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(config.category === undefined ? {} : { category: config.category }),
    ...(config.tags === undefined ? {} : { tags: config.tags }),
    ...(hasArgument(inputSchema, config.idempotencyArgument)
      ? { idempotencyArgument: config.idempotencyArgument }
      : {}),
    ...(override?.outputExample === undefined ? {} : { outputExample: override.outputExample }),
  };
  const readOnly = wordOf(config.readOnly, rawName);
  const idempotent = wordOf(config.idempotent, rawName);
  const tool = registerTool(definition, {
    ...toolEffects({
      annotations,
      trusted: config.trustAnnotations === true,
      ...(readOnly === undefined ? {} : { readOnly }),
      ...(idempotent === undefined ? {} : { idempotent }),
    }),
    name,
    owner: { kind: "server", server: config.id, tool: rawName },
    call,
    digest: () => digestOf(raw),
    ...(unusable === undefined ? {} : { unusable }),
  });
  return output.ignored === undefined ? { tool } : { tool, ignoredOutputSchema: output.ignored };
}

function inputProblem(schema: Json | undefined, redactor: Redactor): string | undefined {
  if (schema === undefined || schema === null) return "it has no `inputSchema`";
  if (!isObject(schema)) return "its `inputSchema` is not an object";
  const type = Object.hasOwn(schema, "type") ? schema["type"] : "object";
  if (type !== "object") {
    const said =
      typeof type === "string" ? `"${cutText(visibleText(redactor.cutText(type)), 40)}"` : "something that is no type";
    return `its \`inputSchema\` has the type ${said}; the arguments of a tool are an object`;
  }
  const { unusable } = inspectSchema(schema);
  return unusable === undefined ? undefined : redactor.cutText(unusable);
}

function readOutputSchema(schema: Json | undefined): { readonly schema?: JsonObject; readonly ignored?: string } {
  if (schema === undefined || schema === null) return {};
  if (!isObject(schema)) return { ignored: "it is not an object" };
  const { unusable } = inspectSchema(schema);
  return unusable === undefined ? { schema: visibleSchema(schema) } : { ignored: unusable };
}

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

function readAnnotations(annotations: Json | undefined): ToolAnnotations {
  if (!isObject(annotations)) return {};
  const known = hints.filter((hint) => typeof annotations[hint] === "boolean" && Object.hasOwn(annotations, hint));
  const title = textOf(annotations["title"]);
  return {
    ...(title === undefined ? {} : { title: cutText(visibleText(title), 200) }),
    ...Object.fromEntries(known.map((hint) => [hint, annotations[hint]])),
  };
}

function hasArgument(schema: JsonObject, name: string | undefined): name is string {
  const properties = schema["properties"];
  return name !== undefined && isObject(properties) && Object.hasOwn(properties, name);
}

function digestOf(raw: ListedTool): string {
  try {
    return sha256(canonicalJson(raw));
  } catch {
    // Too deep to be written out, and unusable for that; what can be written still tells two tools apart.
    return sha256(canonicalJson({ name: raw.name, unreadable: true }));
  }
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
