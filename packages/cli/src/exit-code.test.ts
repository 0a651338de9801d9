import type { RunResult } from "@graph/host";
import { expect, test } from "vitest";
import { exitCodeOf, notPlain } from "./exit-code.ts";

const counts = {
  steps: 2,
  succeeded: 2,
  failed: 0,
  skipped: 0,
  caught: 0,
  failed_ignored: 0,
  cancelled: 0,
  not_started: 0,
  unknown: 0,
  failed_items: 0,
  truncated: 0,
};

const error = { class: "tool_error", code: "tool/failed", message: "x", step: "a", effect: "none" } as const;

function result(more: Partial<RunResult>): RunResult {
  return {
    runId: "r",
    plan: "p",
    status: "succeeded",
    output: null,
    counts,
    usage: { calls: 0 },
    startedAt: 0,
    endedAt: 0,
    diagnostics: [],
    steps: new Map(),
    ...more,
  };
}

test.each([
  ["done", {}, 0, 0],
  ["something was skipped", { counts: { ...counts, skipped: 1 } }, 0, 6],
  ["a failure was caught", { counts: { ...counts, caught: 1 } }, 0, 6],
  ["a failure was ignored", { counts: { ...counts, failed_ignored: 1 } }, 0, 6],
  ["a branch lost and was stopped", { counts: { ...counts, cancelled: 1 } }, 0, 6],
  ["a call may have acted", { counts: { ...counts, unknown: 1 } }, 0, 6],
  ["items failed", { counts: { ...counts, failed_items: 2 } }, 0, 6],
  ["a value was cut", { counts: { ...counts, truncated: 1 } }, 0, 6],
  ["the run warns", { diagnostics: [{ code: "tool/failed", severity: "warning", message: "x" }] }, 0, 6],
  ["the run notes something", { diagnostics: [{ code: "tool/failed", severity: "note", message: "x" }] }, 0, 0],
  ["failed", { status: "failed", error }, 1, 1],
  ["input", { status: "failed", error: { ...error, step: "", at: "/n" } }, 3, 3],
  ["input of a called plan", { status: "failed", error: { ...error, at: "/n" } }, 1, 1],
  ["exit with an error", { status: "exited", exit: { status: "error" } }, 4, 4],
  ["exit with success", { status: "exited", exit: { status: "success" } }, 0, 0],
  [
    "exit with success before the end",
    { status: "exited", exit: { status: "success" }, counts: { ...counts, not_started: 1 } },
    0,
    6,
  ],
  ["waits", { status: "waiting" }, 5, 5],
  ["cancelled by somebody", { status: "cancelled" }, 1, 1],
] as const)("%s", (_, more, plain, strict) => {
  expect(exitCodeOf(result(more), { strict: false, interrupted: false })).toBe(plain);
  expect(exitCodeOf(result(more), { strict: true, interrupted: false })).toBe(strict);
});

test("Ctrl-C", () => {
  expect(exitCodeOf(result({ status: "cancelled" }), { strict: false, interrupted: true })).toBe(130);
  // It came too late: the run was done.
  expect(exitCodeOf(result({}), { strict: false, interrupted: true })).toBe(0);
});

test("every count there is stands for something that is not plain success, or for plain success", () => {
  const plain = new Set(["steps", "succeeded"]);
  for (const name of Object.keys(counts)) {
    const one = result({ counts: { ...counts, [name]: 1 } });
    expect([name, exitCodeOf(one, { strict: true, interrupted: false })]).toEqual([name, plain.has(name) ? 0 : 6]);
  }
});

test("what is not plain success is named", () => {
  expect(notPlain(result({ counts: { ...counts, caught: 1, unknown: 2 } }))).toEqual([
    ["caught", 1],
    ["unknown", 2],
  ]);
});
