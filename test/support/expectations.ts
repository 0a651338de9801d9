import type { Expectation } from "./case-format.ts";
import { checkDiagnostics } from "./expect-diagnostics.ts";
import { checkCatalog, checkCommand, checkFiles, checkTexts } from "./expect-outside.ts";
import { checkCalls, checkResult, checkTimes } from "./expect-run.ts";
import { checkSearch } from "./expect-search.ts";
import type { CaseMemory, Observation } from "./observation.ts";

/** The keys of `expect` that one of the checks below looks at. */
export const expectationKeys: ReadonlySet<string> = new Set(
  [
    "diagnostics no_other_errors max_diagnostics absent_codes status output same_output_as_first steps",
    "calls in_flight idempotency_keys connections order started_ms min_clock_ms max_ms max_stall_ms",
    "max_error_bytes search files catalog catalog_count exit_code stdout_is_json stdout_has stdout_lacks",
    "stderr_has stdout_equals_file not_anywhere",
  ].flatMap((line) => line.split(" ")),
);

/** How much slower than an idle machine the one that runs the tests may be. */
const slowness: number = Number(process.env["GRAPH_TEST_SLOWNESS"] ?? "4");

/** Everything in which an observation differs from what a case wants; an empty list when nothing does. */
export const checkExpectation = (expect: Expectation, seen: Observation, memory: CaseMemory): string[] => [
  ...checkDiagnostics(expect, seen),
  ...checkResult(expect, seen, memory),
  ...checkCalls(expect, seen),
  ...checkTimes(expect, seen, slowness),
  ...checkSearch(expect, seen),
  ...checkFiles(expect, seen),
  ...checkCatalog(expect, seen),
  ...checkCommand(expect, seen),
  ...checkTexts(expect, seen),
];
