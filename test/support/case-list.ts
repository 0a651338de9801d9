import { missingRequirements, waitsFor } from "./case-features.ts";
import type { Case, CaseRun } from "./case-format.ts";

/** A run that is not carried out yet, and why. */
interface LaterRun {
  readonly run: string;
  readonly waitsFor: readonly string[];
}

/** The runs of all cases, sorted by what becomes of them. */
export interface CaseList {
  /** Cases with at least one run that is due, each with those runs. */
  readonly due: readonly { readonly id: string; readonly title: string; readonly runs: readonly CaseRun[] }[];
  readonly later: readonly LaterRun[];
  /** Cases that need a tool which the product does not have. */
  readonly notApplicable: readonly { readonly id: string; readonly missing: readonly string[] }[];
}

/** Decides for every run whether it is due; each by its own needs. */
export function sortCases(cases: readonly Case[]): CaseList {
  const applicable = cases.filter((one) => missingRequirements(one.requires).length === 0);
  const runs = applicable.flatMap((one) => one.runs);
  const due = applicable
    .map(({ id, title, runs: all }) => ({ id, title, runs: all.filter((run) => waitsFor(run).length === 0) }))
    .filter((one) => one.runs.length > 0);
  return {
    due,
    later: runs.map((run) => ({ run: run.name, waitsFor: waitsFor(run) })).filter((later) => later.waitsFor.length > 0),
    notApplicable: cases
      .map(({ id, requires }) => ({ id, missing: missingRequirements(requires) }))
      .filter(({ missing }) => missing.length > 0),
  };
}

/** The section of the README that names what is still to come: one line a case. */
export function laterLines(list: CaseList): readonly string[] {
  const byCase = new Map<string, { readonly runs: string[]; readonly features: Set<string> }>();
  for (const { run, waitsFor: features } of list.later) {
    const [id = "", number = ""] = run.split("/");
    const entry = byCase.get(id) ?? { runs: [], features: new Set<string>() };
    byCase.set(id, entry);
    entry.runs.push(number);
    for (const feature of features) entry.features.add(feature);
  }
  const later = [...byCase].map(
    ([id, { runs, features }]) => `- ${id}, run ${runs.join(" ")}: ${[...features].sort().join(", ")}`,
  );
  const missing = list.notApplicable.map(
    ({ id, missing: tools }) => `- ${id}: not applicable, there is no ${tools.join(", ")}`,
  );
  return [...later, ...missing];
}
