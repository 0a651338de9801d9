import type { Catalog } from "../src/catalog.ts";
import { checkPlan, type PlanCheck } from "../src/check-plan.ts";
import type { Diagnostic } from "../src/diagnostic.ts";
import { parsePlan } from "../src/parse-plan.ts";
import { smallCatalog } from "./small-catalog.ts";

const head = "identifier: main\ndescription: One case.\n";
const headLines = 2;

/** The check of a plan, given what stands behind its first two keys. */
export function check(rest: string, catalog: Catalog = smallCatalog()): PlanCheck {
  return checkPlan(parsePlan(head + rest), catalog);
}

/**
 * What the checker tells about a plan, one line each: the place (lines count from the first line of `rest`), the severity unless it is
 * an error, the code, and what stands there.
 */
export function told(rest: string, catalog: Catalog = smallCatalog()): string[] {
  return check(rest, catalog).diagnostics.map((diagnostic) => inShort(diagnostic, rest));
}

/** The same of what is told when the text is read, before anything is known of tools. */
export function toldByReader(rest: string): string[] {
  return parsePlan(head + rest).diagnostics.map((diagnostic) => inShort(diagnostic, rest));
}

/** The one problem of a plan. */
export function only(rest: string, catalog: Catalog = smallCatalog()): Diagnostic {
  const [first, ...others] = check(rest, catalog).diagnostics;
  if (first === undefined || others.length > 0) throw new Error(`Not one: ${told(rest, catalog).join(", ")}`);
  return first;
}

function inShort(diagnostic: Diagnostic, rest: string): string {
  const { code, severity, line = 0, column = 0, endLine, endColumn = 0 } = diagnostic;
  const kind = severity === "error" ? "" : `${severity} `;
  const text = (head + rest).split("\n")[line - 1] ?? "";
  const there = text.slice(column - 1, endLine === line ? endColumn - 1 : undefined);
  return `${line - headLines}:${column} ${kind}${code} ${there}`;
}
