import type { Diagnostic, Json, JsonObject, SourceRange } from "@graph/plan";
import { parse } from "smol-toml";
import { checkTable } from "./check-table.ts";
import { offsetOf, placeOf } from "./place.ts";
import { configRule, configVersion } from "./rule.ts";
import { findTomlPlaces, type Span, type TomlPlaces } from "./toml-places.ts";

/** One config file: what is right in it, and what is not. */
export interface ConfigLayer {
  /** How the file is called in messages. */
  readonly file: string;
  readonly text: string;
  /** Only what fits: a wrong key or server is left out and the rest counts. */
  readonly data: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value by JSON Pointer. */
  place(pointer: string): SourceRange | undefined;
  /** The place of a key, or of the name in a table's head. */
  keyPlace(pointer: string): SourceRange | undefined;
}

/** Reads a config text. Never throws: each problem is a diagnostic at its place, and what is right still counts. */
export function readLayer(text: string, file: string): ConfigLayer {
  const places = findTomlPlaces(text);
  const diagnostics: Diagnostic[] = [];
  const at = (span: Span | undefined): SourceRange | undefined =>
    span === undefined ? undefined : placeOf(text, span, file);
  const layer = (data: JsonObject): ConfigLayer => ({
    file,
    text,
    data,
    diagnostics,
    place: (pointer) => at(places.values.get(pointer)),
    keyPlace: (pointer) => at(places.keys.get(pointer)),
  });
  const raw = parseText(text, file, places, diagnostics);
  if (raw === undefined) return layer({});
  const version = raw["version"];
  if (typeof version === "number" && Number.isInteger(version) && version > configVersion) {
    const span = places.values.get("/version");
    diagnostics.push({
      code: "schema/newer-version",
      severity: "error",
      message: `This file has the format ${version}; this program reads up to ${configVersion}. None of it counts. Update graph.`,
      ...(span === undefined ? { file } : placeOf(text, span, file)),
    });
    return layer({});
  }
  const data = checkTable(raw, configRule, "", {
    report: (problem, pointer, target) => {
      const span = (target === "key" ? places.keys : places.values).get(pointer) ?? places.keys.get(pointer);
      diagnostics.push({ ...problem, path: pointer, ...(span === undefined ? { file } : placeOf(text, span, file)) });
    },
  });
  return layer(data);
}

/** The text as data, what stands twice left out. `undefined` when it is no TOML. */
function parseText(text: string, file: string, places: TomlPlaces, diagnostics: Diagnostic[]): JsonObject | undefined {
  let readable = text;
  for (const duplicate of places.duplicates) {
    const { start, end } = duplicate.extent;
    readable = readable.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/gu, " ") + readable.slice(end);
    diagnostics.push({
      code: "name/duplicate",
      severity: "error",
      message:
        duplicate.kind === "table"
          ? `The table of \`${duplicate.name}\` stands twice; the first one counts. Merge the two or rename this one.`
          : `The key \`${duplicate.name}\` stands twice in one table; the first one counts. Remove one of them.`,
      ...placeOf(text, duplicate.again, file),
      related: [{ message: "the first one is here", ...placeOf(text, duplicate.first, file) }],
    });
  }
  try {
    return plain(parse(readable)) as JsonObject;
  } catch (error) {
    diagnostics.push(syntaxProblem(text, file, error));
    return undefined;
  }
}

/** TOML values as JSON: dates become their text. Built anew, so that `__proto__` is an own key and nothing else. */
function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
  return String(value);
}

function syntaxProblem(text: string, file: string, error: unknown): Diagnostic {
  const told = error as { readonly line?: unknown; readonly column?: unknown; readonly message?: unknown };
  const line = typeof told.line === "number" ? told.line : 1;
  const column = typeof told.column === "number" ? told.column : 1;
  const start = offsetOf(text, line, column);
  const reason = String(told.message)
    .split("\n", 1)[0]
    ?.replace(/^Invalid TOML document: /u, "");
  return {
    code: "schema/bad-value",
    severity: "error",
    message: `This is not TOML: ${reason}. None of this file counts until it is put right.`,
    ...placeOf(text, { start, end: (text[start] ?? "\n") === "\n" ? start : start + 1 }, file),
  };
}
