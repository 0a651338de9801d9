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

/** How many of each problem there are. */
type Counts = ReadonlyMap<string, { readonly count: number; readonly diagnostic: Diagnostic }>;

/**
 * Tries suggestions out: the patch is applied to the plan's data, and the data is checked again. Verified is a suggestion after which
 * the problem is gone and no other has come: for an error no other error, for a warning no warning either. One that closes a ring is
 * no answer to anything and is left out.
 */
export function verify(
  diagnostics: readonly Diagnostic[],
  plan: ParsedPlan,
  catalog: Catalog,
  first: Examination,
): Diagnostic[] {
  const steps = Math.max(1, first.graph.main.tree.all.length);
  let tries = Math.min(maximumTries, Math.floor(maximumSteps / steps) - 1);
  let before: Counts | undefined;
  const test = (diagnostic: Diagnostic, suggestion: Suggestion): readonly Suggestion[] => {
    const patched = tries > 0 && suggestion.patch !== undefined ? applyPatch(plan.data, suggestion.patch) : undefined;
    if (patched === undefined) return [suggestion];
    // The data without the patch is the measure: it has no problems of its text any more.
    before ??= countsOf(plan.data, catalog, first);
    const key = keyOf(diagnostic);
    const there = before.get(key)?.count ?? 0;
    // A problem of the text alone is not among them, and cannot be tried out.
    if (there === 0) return [suggestion];
    tries -= 1;
    const after = countsOf(patched, catalog, first);
    const come = [...after].flatMap(([other, { count, diagnostic: one }]) =>
      count > (before?.get(other)?.count ?? 0) ? [one] : [],
    );
    if (come.some(({ code }) => code === "graph/cycle" || code === "graph/plan-cycle")) return [];
    const gone = (after.get(key)?.count ?? 0) < there;
    const worse = come.some(({ severity }) => severity === "error" || severity === diagnostic.severity);
    return [{ ...suggestion, verified: gone && !worse }];
  };
  const tried = new Map<Diagnostic, readonly Suggestion[]>();
  for (const severity of ["error", "warning"]) {
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity !== severity || !canBeTried(diagnostic)) continue;
      tried.set(
        diagnostic,
        (diagnostic.suggestions ?? []).flatMap((suggestion) => test(diagnostic, suggestion)),
      );
    }
  }
  return diagnostics.map((diagnostic) => {
    const kept = tried.get(diagnostic);
    if (kept === undefined) return diagnostic;
    const { suggestions: _untried, ...rest } = diagnostic;
    return kept.length === 0 ? rest : { ...rest, suggestions: kept };
  });
}

/** Whether there is something to try out; what the text alone says is not in the data. */
export function canBeTried({ code, suggestions = [] }: Diagnostic): boolean {
  return !code.startsWith("yaml/") && suggestions.some(({ patch }) => patch !== undefined);
}

function countsOf(data: JsonObject, catalog: Catalog, first: Examination): Counts {
  const { own, others } = examine(parsePlan(data), catalog, first);
  const counts = new Map<string, { readonly count: number; readonly diagnostic: Diagnostic }>();
  for (const diagnostic of [...own, ...others]) {
    if (diagnostic.severity === "note") continue;
    const key = keyOf(diagnostic);
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, diagnostic });
  }
  return counts;
}

/** Names a problem whatever its words: two spellings of one place have different ones. */
function keyOf({ code, severity, path = "", template = "" }: Diagnostic): string {
  return `${severity} ${code} ${path} ${template}`;
}
