import type { Node } from "yaml";
import type { Diagnostic } from "./diagnostic.ts";
import { diagnosticCodes } from "./codes.ts";
import { Findings } from "./grammar/findings.ts";
import { takeHostData } from "./grammar/host-data.ts";
import { isObject, kindOf } from "./grammar/is-object.ts";
import { type CurrentSpelling, toCurrentSpelling } from "./grammar/old-spellings.ts";
import { baseName, walkPlan } from "./grammar/walk-plan.ts";
import type { Json, JsonObject } from "./json.ts";
import { NodeLocator, noLocator } from "./locator.ts";
import type { Locator, ParsedPlan } from "./parsed-plan.ts";
import { isWithin } from "./source/json-pointer.ts";
import { sha256 } from "./sha256.ts";
import { LineIndex } from "./source/line-index.ts";
import { type ReadSource, readSource } from "./source/read-source.ts";
import { lineAndColumn, listDiagnostics } from "./source/report.ts";
import type { SourceProblem } from "./source/source-problem.ts";

/** Options of `parsePlan`. */
export interface ParsePlanOptions {
  /** Path of the file, as diagnostics show it. */
  readonly file?: string;
}

/**
 * Reads a plan: a text in YAML 1.2 (JSON is YAML), or data that a host built. Never throws; everything that is wrong with its text,
 * its keys and its tags stands in `diagnostics`. What needs the catalog (tools, references, shapes) is `checkPlan`'s.
 */
export function parsePlan(source: string | JsonObject, options: ParsePlanOptions = {}): ParsedPlan {
  return typeof source === "string" ? fromText(source, options.file) : fromData(source, options.file);
}

/** Places in a text, by JSON Pointer: for problems of a run, whose plan was stored with its text. The text is read when it is needed. */
export function createLocator(text: string, file?: string): Locator {
  let locator: Locator | undefined;
  return {
    at(pointer, options) {
      locator ??= parsePlan(text, file === undefined ? {} : { file }).locator;
      return locator.at(pointer, options);
    },
  };
}

function fromText(text: string, file: string | undefined): ParsedPlan {
  const lines = new LineIndex(text, file);
  const source = readSource(text);
  const spelling = isObject(source.data) ? toCurrentSpelling(source.data) : undefined;
  const contents = source.contents as Node | null;
  const locator = new NodeLocator(text, contents, lines, spelling?.renames ?? new Map());
  const findings = new Findings(locator);
  examine(findings, source.data, spelling, source.contents === null && source.problems.length > 0, file);
  const diagnostics = [
    ...source.problems.map((problem) => fromSource(problem, lines)),
    ...findings.diagnostics.filter((diagnostic) => stands(diagnostic, source)),
  ];
  return finish({
    text,
    file,
    findings,
    diagnostics,
    damaged: source.damaged,
    data: spelling?.data,
    locator,
    hidden: source.hidden + findings.hidden,
  });
}

function fromData(source: JsonObject, file: string | undefined): ParsedPlan {
  const taken = takeHostData(source);
  const spelling = isObject(taken.data) ? toCurrentSpelling(taken.data) : undefined;
  const findings = new Findings(noLocator);
  for (const { pointer, message, deep } of taken.problems) {
    findings.add(deep ? "yaml/too-deep" : "schema/bad-value", message, pointer);
  }
  const damaged = taken.problems.map(({ pointer }) => pointer);
  examine(findings, taken.data, spelling, false, undefined);
  return finish({
    text: undefined,
    file,
    findings,
    diagnostics: findings.diagnostics,
    damaged,
    data: spelling?.data,
    locator: noLocator,
    hidden: findings.hidden,
  });
}

function examine(
  findings: Findings,
  data: Json,
  spelling: CurrentSpelling | undefined,
  unread: boolean,
  file: string | undefined,
): void {
  if (spelling === undefined) {
    if (!unread)
      findings.add(
        "schema/bad-value",
        `A plan is a map with the keys identifier, description and steps, not ${kindOf(data)}.`,
        "",
      );
    return;
  }
  for (const { written, oldKey, newKey, noted, isValue = false } of spelling.renamings) {
    if (!noted) continue;
    const message = `\`${oldKey}\` is the old spelling of \`${newKey}\`.`;
    findings.add("schema/old-spelling", message, written, { key: !isValue });
  }
  for (const { written, first } of spelling.conflicts) {
    findings.add(
      "schema/keys-conflict",
      "This key says the same as another one in an older spelling: keep one of the two.",
      written,
      {
        key: true,
        related: [{ message: "the other one", pointer: first, key: true }],
      },
    );
  }
  walkPlan(findings, spelling.data, file);
}

/** Whether a problem of the plan's shape is one of its own, and not what is left of a broken text. */
function stands(diagnostic: Diagnostic, source: ReadSource): boolean {
  const path = diagnostic.path ?? "";
  if (source.brokenFrom === Infinity) return !source.damaged.some((damaged) => isWithin(path, damaged));
  return (
    diagnostic.code !== "schema/missing-key" &&
    diagnostic.code !== "schema/bad-value" &&
    (diagnostic.offset ?? 0) < source.brokenFrom
  );
}

function fromSource(problem: SourceProblem, lines: LineIndex): Diagnostic {
  const { start, end, severity, related, ...rest } = problem;
  return {
    ...rest,
    severity: severity ?? diagnosticCodes[problem.code].severity,
    ...lines.range(start, end),
    ...(related === undefined
      ? {}
      : {
          related: related.map(({ message, start, end }) =>
            Object.assign({ message }, lineAndColumn(lines.range(start, end))),
          ),
        }),
  };
}

interface Parts {
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly findings: Findings;
  readonly diagnostics: readonly Diagnostic[];
  readonly damaged: readonly string[];
  readonly data: JsonObject | undefined;
  readonly locator: Locator;
  readonly hidden: number;
}

function finish({ text, file, findings, diagnostics, damaged, data = {}, locator, hidden }: Parts): ParsedPlan {
  const named = data["identifier"];
  const identifier = typeof named === "string" ? named : file === undefined ? "" : baseName(file);
  const listed = listDiagnostics(diagnostics);
  let digest: string | undefined;
  return {
    identifier,
    data,
    ...(file === undefined ? {} : { file }),
    ...(text === undefined ? {} : { text }),
    get digest(): string {
      digest ??= sha256(text ?? JSON.stringify(data));
      return digest;
    },
    templates: findings.templates,
    diagnostics: listed.diagnostics,
    broken: listed.diagnostics.some((diagnostic) => diagnostic.severity === "error"),
    damaged: [...damaged, ...findings.damaged],
    hidden: hidden + listed.hidden,
    locator,
  };
}
