import { parseDuration, type Json, type JsonObject } from "@graph/plan";
import type { Config, PlacedPath, PlacedText, ServerConfig, ToolOverride } from "./config.ts";
import { configuredSecrets } from "./configured-secrets.ts";
import { limitSettings } from "./raised-settings.ts";
import type { ConfigLayer } from "./read-layer.ts";

/** The layers of a config, the user's own first. */
export interface ConfigLayers {
  readonly user?: ConfigLayer;
  readonly project?: ConfigLayer;
}

/** Lays the project's file over the user's: of each key, the project's counts. */
export function mergeLayers(layers: ConfigLayers): Config {
  const present = [layers.user, layers.project].filter((layer) => layer !== undefined);
  const data = present.reduce<JsonObject>((below, layer) => merge(below, layer.data), {});
  const diagnostics = present.flatMap((layer) => layer.diagnostics);
  return {
    ...limitSettings(layers.user, layers.project, (layer) => tableAt(layer?.data ?? {}, "settings")),
    variables: paths(layers, "settings", "env"),
    secrets: configuredSecrets(layers.user, layers.project, (layer) => tableAt(layer?.data ?? {}, "secrets")),
    engine: "memory",
    servers: serversOf(tableAt(data, "mcp"), layers),
    alwaysLoaded: placedTexts(layers, "tools", "always_loaded"),
    roots: paths(layers, "tools", "roots"),
    httpHosts: paths(layers, "tools", "http_hosts"),
    synonyms: groupsAt(tableAt(data, "tools"), "synonyms"),
    planFolders: paths(layers, "plans", "paths"),
    userPlanFolders: textsAt(tableAt(layers.user?.data ?? {}, "plans"), "paths"),
    diagnostics,
    texts: new Map(present.map((layer) => [layer.file, layer.text])),
  };
}

function merge(below: JsonObject, above: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const old = merged.get(key);
    merged.set(key, isTable(old) && isTable(value) ? merge(old, value) : value);
  }
  return Object.fromEntries(merged);
}

function serversOf(table: JsonObject, layers: ConfigLayers): ReadonlyMap<string, ServerConfig> {
  const servers = new Map<string, ServerConfig>();
  const ofProject = layers.project === undefined ? {} : tableAt(layers.project.data, "mcp");
  for (const [id, value] of Object.entries(table)) {
    if (!isTable(value)) continue;
    const pointer = `/mcp/${id}`;
    const place = layers.project?.keyPlace(pointer) ?? layers.user?.keyPlace(pointer);
    const server = serverOf(id, value, Object.hasOwn(ofProject, id), problemOf(id, layers));
    servers.set(id, place === undefined ? server : { ...server, place });
  }
  return servers;
}

function serverOf(id: string, table: JsonObject, fromProject: boolean, problem: string | undefined): ServerConfig {
  const command = textAt(table, "command");
  const url = textAt(table, "url");
  const cwd = textAt(table, "cwd");
  const timeoutMs = durationAt(table, "timeout");
  const concurrency = table["concurrency"];
  const includeTools = table["include_tools"];
  const idempotencyArgument = textAt(table, "idempotency_argument");
  const category = textAt(table, "category");
  const unusable = problem ?? addressProblem(command, url);
  return {
    id,
    ...(command !== undefined && { command }),
    args: textsAt(table, "args"),
    env: textMapAt(table, "env"),
    ...(cwd !== undefined && { cwd }),
    ...(url !== undefined && { url }),
    headers: textMapAt(table, "headers"),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(includeTools !== undefined && { includeTools: textsAt(table, "include_tools") }),
    excludeTools: textsAt(table, "exclude_tools"),
    ...(typeof concurrency === "number" && { concurrency }),
    trustAnnotations: table["trust_annotations"] === true,
    readOnly: textsAt(table, "read_only"),
    idempotent: textsAt(table, "idempotent"),
    ...(idempotencyArgument !== undefined && { idempotencyArgument }),
    tags: textsAt(table, "tags"),
    ...(category !== undefined && { category }),
    toolOverrides: overridesOf(tableAt(table, "tool_overrides")),
    fromProject,
    ...(unusable !== undefined && { unusable }),
  };
}

function addressProblem(command: string | undefined, url: string | undefined): string | undefined {
  if (command !== undefined && url !== undefined) return "is left out: its table has both a command and a url";
  if (command === undefined && url === undefined) return "is left out: its table has neither a command nor a url";
  return undefined;
}

/** A server whose table has an error is left out: a misspelt `exclude_tools` must not let a tool in. */
function problemOf(id: string, layers: ConfigLayers): string | undefined {
  const found = layers.user?.brokenServers.get(id) ?? layers.project?.brokenServers.get(id);
  return found === undefined ? undefined : `is left out: its table has an error. ${found}`;
}

function overridesOf(table: JsonObject): ReadonlyMap<string, ToolOverride> {
  const overrides = new Map<string, ToolOverride>();
  for (const [tool, value] of Object.entries(table)) {
    if (!isTable(value)) continue;
    const description = textAt(value, "description");
    const readOnly = value["read_only"];
    const idempotent = value["idempotent"];
    const outputSchema = value["output_schema"];
    const outputExample = value["output_example"];
    overrides.set(tool, {
      ...(description !== undefined && { description }),
      ...(typeof readOnly === "boolean" && { readOnly }),
      ...(typeof idempotent === "boolean" && { idempotent }),
      ...(isTable(outputSchema) && { outputSchema }),
      ...(outputExample !== undefined && { outputExample }),
    });
  }
  return overrides;
}

/** The layer whose list counts. */
function layerOf(layers: ConfigLayers, table: string, key: string): ConfigLayer | undefined {
  return [layers.project, layers.user].find(
    (layer) => layer !== undefined && tableAt(layer.data, table)[key] !== undefined,
  );
}

function placedTexts(layers: ConfigLayers, table: string, key: string): readonly PlacedText[] {
  const layer = layerOf(layers, table, key);
  if (layer === undefined) return [];
  return textsAt(tableAt(layer.data, table), key).map((text, index) => {
    const place = layer.place(`/${table}/${key}/${index}`);
    return place === undefined ? { text } : { text, place };
  });
}

function paths(layers: ConfigLayers, table: string, key: string): readonly PlacedPath[] {
  const layer = layerOf(layers, table, key);
  if (layer === undefined) return [];
  const fromProject = layer === layers.project;
  return placedTexts(layers, table, key).map((entry) => Object.assign({ fromProject }, entry));
}

const isTable = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function tableAt(table: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(table, key) ? table[key] : undefined;
  return isTable(value) ? value : {};
}

function textAt(table: JsonObject, key: string): string | undefined {
  const value = table[key];
  return typeof value === "string" ? value : undefined;
}

function durationAt(table: JsonObject, key: string): number | undefined {
  const value = textAt(table, key);
  return value === undefined ? undefined : parseDuration(value);
}

function textsAt(table: JsonObject, key: string): readonly string[] {
  const value = table[key];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function groupsAt(table: JsonObject, key: string): readonly (readonly string[])[] {
  const value = table[key];
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((group) =>
    Array.isArray(group) ? [group.filter((item): item is string => typeof item === "string")] : [],
  );
}

function textMapAt(table: JsonObject, key: string): Readonly<Record<string, string>> {
  const entries = Object.entries(tableAt(table, key));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
