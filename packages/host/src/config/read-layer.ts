import type { Diagnostic, Json, JsonObject, SourceRange } from "@graph/plan";
import { parse, TomlError } from "smol-toml";
import { checkTable } from "./check-table.ts";
import { listedProblems } from "./listed-problems.ts";
import { placesIn, type TextPlaces } from "./place.ts";
import { configRule, configVersion } from "./rule.ts";
import { shorten } from "./shorten.ts";
import { deepestKey, findTomlPlaces, longestPointer, type Span, type TomlDuplicate } from "./toml-places.ts";

/** One config file: what is right in it, and what is not. */
export interface ConfigLayer {
  /** How the file is called in messages. */
  readonly file: string;
  /** For showing the lines of problems: what stands in `[secrets]` by mistake is starred out. */
  readonly text: string;
  /** Only what fits: a wrong key or server is left out and the rest counts. */
  readonly data: JsonObject;
  /** The first 50, and one that counts the rest. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is wrong with a server's table first, by its id; not cut off as the list of all problems is. */
  readonly brokenServers: ReadonlyMap<string, string>;
  /** The place of a value by JSON Pointer. */
  place(pointer: string): SourceRange | undefined;
  /** The place of a key, or of the name in a table's head. */
  keyPlace(pointer: string): SourceRange | undefined;
}

/** Reads a config text. Never throws: each problem is a diagnostic at its place, and what is right still counts. */
export function readLayer(text: string, file: string): ConfigLayer {
  const places = findTomlPlaces(text);
  const inText = placesIn(text, file);
  const problems: Diagnostic[] = [];
  const brokenServers = new Map<string, string>();
  const starred: Span[] = [];
  const at = (span: Span | undefined): SourceRange | undefined =>
    span === undefined ? undefined : inText.placeOf(span);
  const layer = (data: JsonObject): ConfigLayer => ({
    file,
    text: withStars(text, starred),
    data,
    diagnostics: listedProblems(problems),
    brokenServers,
    place: (pointer) => at(places.values.get(pointer)),
    keyPlace: (pointer) => at(places.keys.get(pointer)),
  });
  const raw = parseText(text, places.duplicates, inText, problems);
  if (raw === undefined) return layer({});
  const version = raw["version"];
  if (typeof version === "number" && Number.isInteger(version) && version > configVersion) {
    problems.push({
      code: "schema/newer-version",
      severity: "error",
      message: `This file has the format ${version}; this program reads up to ${configVersion}. None of it counts. Update graph.`,
      ...(at(places.values.get("/version")) ?? { file }),
    });
    return layer({});
  }
  const data = checkTable(raw, configRule, "", {
    report: (problem, pointer, target) => {
      const span = (target === "key" ? places.keys : places.values).get(pointer) ?? places.keys.get(pointer);
      problems.push({ ...problem, path: pointer, ...(at(span) ?? { file }) });
      // Most likely it is the secret itself, and messages quote the line.
      if (pointer.startsWith("/secrets/") && target === "value" && span !== undefined) starred.push(span);
      const server = /^\/mcp\/([^/]+)/u.exec(pointer)?.[1];
      if (server !== undefined && problem.severity === "error" && !brokenServers.has(server))
        brokenServers.set(server, problem.message);
    },
  });
  return layer(data);
}

/** The text as data, what stands twice left out. `undefined` when it is no TOML. */
function parseText(
  text: string,
  duplicates: readonly TomlDuplicate[],
  places: TextPlaces,
  problems: Diagnostic[],
): JsonObject | undefined {
  for (const duplicate of duplicates) {
    problems.push({
      code: "name/duplicate",
      severity: "error",
      message:
        duplicate.kind === "table"
          ? `The table of \`${shorten(duplicate.name)}\` stands twice; the first one counts. Merge the two or rename this one.`
          : `The key \`${shorten(duplicate.name)}\` stands twice in one table; the first one counts. Remove one of them.`,
      ...places.placeOf(duplicate.again),
      related: [{ message: "the first one is here", ...places.placeOf(duplicate.first) }],
    });
  }
  try {
    return plain(parse(withoutDuplicates(text, duplicates)), 0, 0) as JsonObject;
  } catch (error) {
    // First, because it is why nothing else in the file counts.
    problems.unshift(syntaxProblem(text, places, error));
    return undefined;
  }
}

/** The text with blanks in the place of what stands twice, in one pass. */
function withoutDuplicates(text: string, duplicates: readonly TomlDuplicate[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { extent } of [...duplicates].sort((a, b) => a.extent.start - b.extent.start)) {
    const start = Math.max(extent.start, copied);
    if (extent.end <= start) continue;
    pieces.push(text.slice(copied, start), text.slice(start, extent.end).replaceAll(/[^\n]/gu, " "));
    copied = extent.end;
  }
  return [...pieces, text.slice(copied)].join("");
}

/** The text with a star in the place of every character of these stretches, so that every place stays what it is. */
function withStars(text: string, stretches: readonly Span[]): string {
  return stretches.reduce((done, { start, end }) => {
    const stars = done.slice(start, end).replaceAll(/[^\n]/gu, (character) => "*".repeat(character.length));
    return done.slice(0, start) + stars + done.slice(end);
  }, text);
}

/** A file whose tables are nested without end, or whose names are. */
class TooDeep extends Error {}

/** TOML values as JSON: dates become their text. Built anew, so that `__proto__` is an own key and nothing else. */
function plain(value: unknown, depth: number, length: number): Json {
  if (depth > deepestKey || length > longestPointer) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1, length));
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1, length + key.length + 1)]),
    );
  }
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
  return String(value);
}

function syntaxProblem(text: string, places: TextPlaces, error: unknown): Diagnostic {
  const told = error as { readonly line?: unknown; readonly column?: unknown; readonly message?: unknown };
  const start =
    typeof told.line === "number" && typeof told.column === "number" ? places.offsetOf(told.line, told.column) : 0;
  return {
    code: "schema/bad-value",
    severity: "error",
    message: `This is not ${reasonOf(error, told.message)}. None of this file counts until it is put right.`,
    ...places.placeOf({ start, end: (text[start] ?? "\n") === "\n" ? start : start + 1 }),
  };
}

function reasonOf(error: unknown, message: unknown): string {
  if (error instanceof TooDeep)
    return `a config: its tables are nested over ${deepestKey} deep, or their names are too long`;
  // The library's own words, never those of JavaScript: it has a stack to overflow.
  if (!(error instanceof TomlError)) return "TOML that can be read: it is nested too deep";
  const reason = String(message)
    .split("\n", 1)[0]
    ?.replace(/^Invalid TOML document: /u, "");
  return `TOML: ${reason}`;
}
