import type { Json, JsonObject } from "@graph/plan";

/** What a case wants of one diagnostic. */
export interface WantedDiagnostic {
  readonly code: string;
  readonly severity?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly text?: string;
  readonly at?: string;
  readonly message_has?: readonly string[];
  readonly suggests?: string;
  readonly has_suggestion?: boolean;
  readonly related?: readonly { readonly line?: number; readonly column?: number; readonly text?: string }[];
}

export interface WantedStep {
  readonly status?: string | readonly string[];
  readonly output?: Json;
  readonly attempts?: number;
  readonly error?: { readonly [field: string]: Json };
}

export interface WantedSearch {
  readonly mode?: string;
  readonly first?: readonly string[];
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
  readonly before?: readonly (readonly [string, string])[];
  readonly exactly?: readonly string[];
  readonly count?: number;
  readonly max?: number;
  readonly always?: readonly string[];
  readonly asked_once?: boolean;
  readonly scores_in_range?: boolean;
  readonly no_duplicates?: boolean;
  readonly known_only?: boolean;
}

export interface WantedCatalogEntry {
  readonly server: string;
  readonly tool: string;
  readonly name?: string;
  readonly name_like?: string;
  readonly usable?: boolean;
}

export type WantedCount = number | { readonly min?: number; readonly max?: number };
export type WantedFile = string | null | { readonly parses_to?: Json; readonly has?: readonly string[] };

/** What a run must come to; only what the case pins. */
export interface Expectation {
  readonly diagnostics?: readonly WantedDiagnostic[];
  readonly no_other_errors?: boolean;
  readonly max_diagnostics?: number;
  readonly absent_codes?: readonly string[];
  readonly status?: string | readonly string[];
  readonly output?: Json;
  readonly steps?: { readonly [path: string]: WantedStep };
  readonly calls?: { readonly [tool: string]: WantedCount };
  readonly in_flight?: { readonly [tool: string]: { readonly max?: number; readonly at_end?: number } };
  readonly order?: readonly (readonly [string, string])[];
  readonly idempotency_keys?: { readonly [tool: string]: number };
  readonly started_ms?: { readonly [step: string]: readonly [number, number] };
  readonly min_clock_ms?: number;
  readonly max_ms?: number;
  readonly max_stall_ms?: number;
  readonly max_error_bytes?: number;
  readonly same_output_as_first?: boolean;
  readonly files?: { readonly [path: string]: WantedFile };
  readonly catalog?: readonly WantedCatalogEntry[];
  readonly catalog_count?: { readonly [server: string]: number };
  readonly search?: WantedSearch;
  readonly connections?: number;
  readonly exit_code?: number | readonly number[];
  readonly stdout_is_json?: boolean | "lines";
  readonly stdout_has?: readonly string[];
  readonly stdout_lacks?: readonly string[];
  readonly stderr_has?: readonly string[];
  readonly stdout_equals_file?: string;
  readonly not_anywhere?: readonly string[];
}

export interface CatalogLine {
  readonly name: string;
  readonly description: string;
}

export interface FakeDeciderSetup {
  readonly likes: readonly string[];
  readonly also?: "nan" | "unknown_option" | "repeated_option";
}

/** What to do. */
export interface RunInstruction {
  readonly mode: "check" | "run" | "engine" | "mcp" | "search" | "cli";
  readonly plan?: string;
  readonly input?: Json;
  /** Values by name, that plans may read as `secrets.NAME`. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly stdin?: string | null;
  readonly tty?: boolean;
  readonly stdout_to?: string;
  readonly repeat?: number;
  readonly at_once?: number;
  readonly clock?: "virtual" | { readonly jumps: readonly (readonly [number, number])[] };
  readonly cancel_at_ms?: number;
  readonly links?: { readonly [path: string]: string };
  readonly start_ms?: number;
  readonly catalog?: readonly CatalogLine[] | { readonly $tools: number };
  readonly decider?: FakeDeciderSetup;
}

/** One run of a case, with everything that the case and the run say merged. */
export interface CaseRun {
  readonly name: string;
  readonly files: { readonly [path: string]: string };
  readonly needs: readonly string[];
  readonly continue: boolean;
  readonly run: RunInstruction;
  readonly expect: Expectation;
}

export interface Case {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly requires: readonly string[];
  readonly manual: boolean;
  readonly runs: readonly CaseRun[];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Keys that the runner carries out. Any other key in a run that is due fails the test, so that nothing is silently not checked. */
const runKeys = words(
  "mode plan input secrets command stdin tty stdout_to repeat at_once clock cancel_at_ms links start_ms catalog decider",
);

/** Keys of features that are not built: a run that uses one must wait for a feature too. */
const laterRunKeys = words("http answers crash_at edit");
const laterExpectKeys = words("waiting questions answers_refused http");

const caseKeys = words("id kind title source needs files run expect more right why requires manual");
const moreKeys = words("files needs run expect continue");

const diagnosticKeys = words("code severity file line column text at message_has suggests has_suggestion related");
const stepKeys = words("status output attempts error");
const searchKeys = words(
  "mode first includes excludes before exactly count max always asked_once scores_in_range no_duplicates known_only",
);
const catalogKeys = words("server tool name name_like usable");

const unknownIn = (value: object, known: ReadonlySet<string>, where: string): string[] =>
  Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => `${where}: the runner does not know the key "${key}"`);

/** The keys of a run that nothing here looks at. `expectKeys`: those that have a check. */
export function unknownKeys(run: CaseRun, expectKeys: ReadonlySet<string>): string[] {
  const { expect } = run;
  return [
    ...unknownIn(run.run, runKeys, "run"),
    ...unknownIn(expect, expectKeys, "expect"),
    ...(expect.diagnostics ?? []).flatMap((wanted) => unknownIn(wanted, diagnosticKeys, "expect.diagnostics")),
    ...Object.values(expect.steps ?? {}).flatMap((wanted) => unknownIn(wanted, stepKeys, "expect.steps")),
    ...(expect.search === undefined ? [] : unknownIn(expect.search, searchKeys, "expect.search")),
    ...(expect.catalog ?? []).flatMap((wanted) => unknownIn(wanted, catalogKeys, "expect.catalog")),
  ];
}

/** The keys that no runner of this format knows, built or not: a typing error in a case. */
export function strangeKeys(run: CaseRun, expectKeys: ReadonlySet<string>): string[] {
  return [
    ...unknownIn(run.run, new Set([...runKeys, ...laterRunKeys]), "run"),
    ...unknownIn(run.expect, new Set([...expectKeys, ...laterExpectKeys]), "expect"),
  ];
}

/** Reads the list of cases, one JSON object a line. Throws at a key of a case that the format does not have. */
export function readCases(text: string): readonly Case[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => readCase(JSON.parse(line) as RawCase, `line ${String(index + 1)}`));
}

interface RawCase {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly needs: readonly string[];
  readonly files: { readonly [path: string]: string };
  readonly run: RunInstruction;
  readonly expect: Expectation;
  readonly more?: readonly {
    readonly files?: { readonly [path: string]: string };
    readonly needs?: readonly string[];
    readonly continue?: boolean;
    readonly run: RunInstruction;
    readonly expect: Expectation;
  }[];
  readonly requires?: readonly string[];
  readonly manual?: boolean;
}

function readCase(raw: RawCase, where: string): Case {
  const wrong = [
    ...unknownIn(raw, caseKeys, where),
    ...(raw.more ?? []).flatMap((more) => unknownIn(more, moreKeys, `${where}, more`)),
  ];
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const first: CaseRun = {
    name: `${raw.id}/1`,
    files: raw.files,
    needs: raw.needs,
    continue: false,
    run: raw.run,
    expect: raw.expect,
  };
  const more = (raw.more ?? []).map((item, index): CaseRun => ({
    name: `${raw.id}/${String(index + 2)}`,
    files: { ...raw.files, ...item.files },
    needs: item.needs ?? raw.needs,
    continue: item.continue ?? false,
    run: item.run,
    expect: item.expect,
  }));
  return {
    id: raw.id,
    title: raw.title,
    kind: raw.kind,
    requires: raw.requires ?? [],
    manual: raw.manual ?? false,
    runs: [first, ...more],
  };
}

/** Builds the values that a case writes short: `{"$range": n}` is the list 0 … n-1. */
export function built(value: Json | undefined): Json {
  if (value === undefined) return {};
  if (Array.isArray(value)) return value.map((item: Json) => built(item));
  if (value === null || typeof value !== "object") return value;
  const range = (value as JsonObject)["$range"];
  if (typeof range === "number") return Array.from({ length: range }, (_, index) => index);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, built(item)]));
}

/** The tools of a search case. `{"$tools": n}` stands for `gen__t001`, `gen__t002` … */
export function builtCatalog(catalog: RunInstruction["catalog"]): readonly CatalogLine[] {
  if (catalog === undefined) return [];
  if (!("$tools" in catalog)) return catalog;
  return Array.from({ length: catalog.$tools }, (_, index) => ({
    name: `gen__t${String(index + 1).padStart(3, "0")}`,
    description: "",
  }));
}
