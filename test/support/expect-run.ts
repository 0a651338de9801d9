import { formatDiagnostic } from "@graph/plan";
import type { StepRecord } from "@graph/runner";
import { built, type Expectation, type WantedCount, type WantedStep } from "./case-format.ts";
import { inShort } from "./expect-diagnostics.ts";
import { brief, sameJson } from "./json-text.ts";
import type { CaseMemory, Observation } from "./observation.ts";

const oneOf = (wanted: string | readonly string[], found: string | undefined): boolean =>
  found !== undefined && (typeof wanted === "string" ? wanted === found : wanted.includes(found));

function countFits(wanted: WantedCount, found: number): boolean {
  if (typeof wanted === "number") return found === wanted;
  return found >= (wanted.min ?? 0) && found <= (wanted.max ?? Number.POSITIVE_INFINITY);
}

/** How often a tool was called, or a server got a method. A fake tool counts for itself; of the rest the events tell. */
function callsOf(name: string, seen: Observation): number {
  if (name.includes(":")) return seen.messages.get(name) ?? 0;
  if (name.startsWith("fake__")) return seen.fakes.calls.get(name.slice("fake__".length)) ?? 0;
  if (seen.command !== undefined) throw new Error(`calls of ${name} cannot be counted in another process`);
  return seen.events.filter((event) => event.type === "step-start" && event.tool === name).length;
}

function stepProblems(path: string, wanted: WantedStep, found: StepRecord | undefined): string[] {
  if (found === undefined) return [`there is no record of the step ${path}`];
  const problems: string[] = [];
  if (wanted.status !== undefined && !oneOf(wanted.status, found.status)) problems.push(`status ${found.status}`);
  if (wanted.attempts !== undefined && wanted.attempts !== found.attempts) {
    problems.push(`${String(found.attempts)} attempts`);
  }
  if (wanted.output !== undefined && !sameJson(built(wanted.output), found.output)) {
    problems.push(`output ${brief(found.output)}`);
  }
  for (const [field, value] of Object.entries(wanted.error ?? {})) {
    const error = found.error as Readonly<Record<string, unknown>> | undefined;
    if (!sameJson(value, error?.[field])) problems.push(`error.${field} ${brief(error?.[field])}`);
  }
  return problems.map((problem) => `step ${path}: ${problem}, wanted ${brief(wanted)}`);
}

/** Problems of `status`, `output`, `same_output_as_first` and `steps`. */
export function checkResult(expect: Expectation, seen: Observation, memory: CaseMemory): string[] {
  const problems: string[] = [];
  if (expect.status !== undefined && !oneOf(expect.status, seen.status)) {
    const why = [seen.result?.error?.message ?? "", ...seen.diagnostics.map(inShort)].join("\n    ");
    problems.push(`status ${String(seen.status)}, wanted ${brief(expect.status)}: ${brief(why, 1500)}`);
  }
  if (expect.output !== undefined && !sameJson(built(expect.output), seen.output)) {
    problems.push(`output ${brief(seen.output)}, wanted ${brief(expect.output)}`);
  }
  if (expect.same_output_as_first === true && !sameJson(memory.firstOutput, seen.output)) {
    problems.push(`output ${brief(seen.output)}, that of the first run is ${brief(memory.firstOutput)}`);
  }
  for (const [path, wanted] of Object.entries(expect.steps ?? {})) {
    problems.push(...stepProblems(path, wanted, seen.result?.steps.get(path)));
  }
  return problems;
}

/** Problems of `calls`, `in_flight`, `idempotency_keys` and `connections`. */
export function checkCalls(expect: Expectation, seen: Observation): string[] {
  const problems: string[] = [];
  for (const [name, wanted] of Object.entries(expect.calls ?? {})) {
    const found = callsOf(name, seen);
    if (!countFits(wanted, found)) problems.push(`${String(found)} calls of ${name}, wanted ${brief(wanted)}`);
  }
  for (const [tool, wanted] of Object.entries(expect.in_flight ?? {})) {
    const own = tool.replace(/^fake__/, "");
    const most = seen.fakes.maxInFlight.get(own) ?? 0;
    const left = seen.fakes.inFlight.get(own) ?? 0;
    if (wanted.max !== undefined && most > wanted.max) problems.push(`${String(most)} calls of ${tool} at once`);
    if (wanted.at_end !== undefined && left !== wanted.at_end)
      problems.push(`${String(left)} calls of ${tool} at the end`);
  }
  for (const [tool, wanted] of Object.entries(expect.idempotency_keys ?? {})) {
    const found = seen.fakes.idempotencyKeys.get(tool.replace(/^fake__/, ""))?.size ?? 0;
    if (found !== wanted) problems.push(`${String(found)} idempotency keys of ${tool}, wanted ${String(wanted)}`);
  }
  if (expect.connections !== undefined && seen.connections !== expect.connections) {
    problems.push(`${String(seen.connections)} connections, wanted ${String(expect.connections)}`);
  }
  return problems;
}

/** Where an event such as `a:start` stands in the list of events; of several ends the last, of several starts the first. */
function positionOf(name: string, seen: Observation): number {
  const at = name.lastIndexOf(":");
  const path = name.slice(0, at);
  const type = name.slice(at + 1) === "start" ? "step-start" : "step-finish";
  const positions = seen.events.flatMap((event, index) => (event.type === type && event.path === path ? [index] : []));
  return (type === "step-start" ? positions[0] : positions.at(-1)) ?? -1;
}

/** Problems of `order`, `started_ms`, `min_clock_ms`, `max_ms`, `max_stall_ms` and `max_error_bytes`. */
export function checkTimes(expect: Expectation, seen: Observation, slowness: number): string[] {
  const problems: string[] = [];
  for (const [first, second] of expect.order ?? []) {
    const [from, to] = [positionOf(first, seen), positionOf(second, seen)];
    if (from < 0 || to < 0 || from >= to)
      problems.push(`${first} (${String(from)}) is not before ${second} (${String(to)})`);
  }
  for (const [step, [from, to]] of Object.entries(expect.started_ms ?? {})) {
    const started = seen.result?.steps.get(step)?.startedAt;
    const after = started === undefined ? Number.NaN : started - (seen.result?.startedAt ?? 0);
    if (!(after >= from && after <= to)) problems.push(`${step} started after ${String(after)} ms`);
  }
  if (expect.min_clock_ms !== undefined && seen.clockMs < expect.min_clock_ms) {
    problems.push(
      `the clock of the run shows ${String(seen.clockMs)} ms, wanted at least ${String(expect.min_clock_ms)}`,
    );
  }
  if (expect.max_ms !== undefined && seen.realMs > expect.max_ms * slowness) {
    problems.push(
      `took ${String(Math.round(seen.realMs))} ms, allowed are ${String(expect.max_ms)} × ${String(slowness)}`,
    );
  }
  if (expect.max_stall_ms !== undefined && seen.stallMs > expect.max_stall_ms * slowness) {
    problems.push(`the event loop stood still for ${String(Math.round(seen.stallMs))} ms`);
  }
  const largest = errorBytes(seen);
  if (expect.max_error_bytes !== undefined && largest > expect.max_error_bytes) {
    problems.push(`the failure takes ${String(largest)} bytes`);
  }
  return problems;
}

/** The size of the failure as it is stored and as it is shown, whichever is larger. */
function errorBytes(seen: Observation): number {
  const stored = [...(seen.result?.steps.values() ?? [])].map((record) => record.error ?? null);
  const told = seen.events.map((event) => ("error" in event ? event.error : null) ?? null);
  const shown = seen.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic));
  const sizes = [seen.result?.error ?? null, ...stored, ...told, ...seen.diagnostics]
    .map((value) => JSON.stringify(value))
    .concat(shown)
    .map((text) => Buffer.byteLength(text));
  return Math.max(...sizes);
}
