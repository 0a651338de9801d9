import type { Diagnostic } from "@graph/plan";

/** How many problems of one file or one kind are listed. */
export const mostListed = 50;

/** The first problems of a list, and one that counts the rest: a file with thousands of them must not flood whoever reads. */
export function listedProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const [first, ...others] = problems.slice(mostListed);
  if (first === undefined) return problems;
  const rest = [first, ...others];
  const worst = rest.find((problem) => problem.severity === "error") ?? first;
  const count = rest.length.toLocaleString("en");
  const message = `There ${rest.length === 1 ? "is" : "are"} ${count} more like this, not listed here.`;
  const { code, severity, file } = worst;
  return [...problems.slice(0, mostListed), { code, severity, message, ...(file !== undefined && { file }) }];
}
