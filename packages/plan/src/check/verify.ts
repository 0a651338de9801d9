import type { Catalog } from "../catalog.ts";
import type { Diagnostic, Suggestion } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import { parsePlan } from "../parse-plan.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { applyPatch } from "./apply-patch.ts";
import { examine, type Examination } from "./examine.ts";

/** Most suggestions that are tried out, and most steps that are checked again for all of them. */
const maximumTries = 20;
const maximumSteps = 5_000;

/**
 * Tries suggestions out: the patch is applied to the plan's data, and the data is checked again. Verified is a suggestion after which
 * the problem is gone and no other error has come.
 */
export function verify(
  diagnostics: readonly Diagnostic[],
  plan: ParsedPlan,
  catalog: Catalog,
  first: Examination,
): Diagnostic[] {
  const steps = Math.max(1, first.graph.main.tree.all.length);
  let tries = Math.min(maximumTries, Math.floor(maximumSteps / steps) - 1);
  let before: ReadonlyMap<string, number> | undefined;
  const test = (diagnostic: Diagnostic, suggestion: Suggestion): Suggestion => {
    const patched = tries > 0 && suggestion.patch !== undefined ? applyPatch(plan.data, suggestion.patch) : undefined;
    if (patched === undefined) return suggestion;
    tries -= 1;
    // The data without the patch is the measure: it has no problems of its text any more.
    before ??= errorsOf(plan.data, catalog, first);
    const after = errorsOf(patched, catalog, first);
    const key = keyOf(diagnostic);
    // A problem of the text alone is not among them, and cannot be tried out.
    const gone = (after.get(key) ?? 0) < (before.get(key) ?? 0);
    const come = [...after].some(([other, count]) => count > (before?.get(other) ?? 0));
    return gone && !come ? { ...suggestion, verified: true } : suggestion;
  };
  return diagnostics.map((diagnostic) => {
    if (diagnostic.severity !== "error" || diagnostic.suggestions === undefined) return diagnostic;
    return { ...diagnostic, suggestions: diagnostic.suggestions.map((suggestion) => test(diagnostic, suggestion)) };
  });
}

function errorsOf(data: JsonObject, catalog: Catalog, first: Examination): ReadonlyMap<string, number> {
  const { own, others } = examine(parsePlan(data), catalog, first);
  const counts = new Map<string, number>();
  for (const diagnostic of [...own, ...others]) {
    if (diagnostic.severity !== "error") continue;
    const key = keyOf(diagnostic);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Names a problem whatever its words: two spellings of one place have different ones. */
function keyOf({ code, path = "", template = "" }: Diagnostic): string {
  return `${code} ${path} ${template}`;
}
