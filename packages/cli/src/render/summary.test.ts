import type { RunResult } from "@graph/host";
import { expect, test } from "vitest";
import { summary } from "./summary.ts";

const nothing = {
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

const failedIn = (path: string): RunResult["steps"] =>
  new Map([[path, { path, tool: "t__x", status: "failed", attempts: 1 }]]);

test.each<[string, Partial<RunResult>, string]>([
  ["done", {}, "p succeeded in 5 ms, 1 call"],
  [
    "an exit with an error",
    { status: "exited", exit: { status: "error", message: "no" }, usage: { calls: 2 } },
    "p exited with an error in 5 ms, 2 calls: no",
  ],
  [
    "an exit with an error, after a model was asked",
    { status: "exited", exit: { status: "error", message: "no" }, usage: { calls: 2, tokens: 12_345 } },
    "p exited with an error in 5 ms, 2 calls, 12,345 tokens: no",
  ],
  ["models that used up nothing", { usage: { calls: 1, tokens: 0 } }, "p succeeded in 5 ms, 1 call"],
  [
    "everything that is not plain success",
    {
      counts: {
        ...nothing,
        skipped: 1,
        caught: 2,
        failed_ignored: 3,
        cancelled: 4,
        not_started: 5,
        unknown: 6,
        failed_items: 1,
        truncated: 2,
      },
    },
    "p succeeded in 5 ms, 1 call\nnot plain success: 1 skipped, 2 caught, 3 failed and ignored, 4 cancelled, 5 not started, " +
      "6 may have acted without an answer, 1 item failed and was tolerated, 2 values cut",
  ],
  ["an exit", { status: "exited", exit: { status: "success" } }, "p exited in 5 ms, 1 call"],
  [
    "one item",
    { counts: { ...nothing, failed: 1, failed_items: 1 }, steps: failedIn("m[1]/a") },
    "p succeeded in 5 ms, 1 call\nnot plain success: 1 item failed and was tolerated",
  ],
  [
    "two items and a step",
    { counts: { ...nothing, failed: 1, failed_items: 2, skipped: 1 }, steps: failedIn("a") },
    "p succeeded in 5 ms, 1 call\nnot plain success: 1 failed, 1 skipped, 2 items failed and were tolerated",
  ],
  [
    "warnings",
    { diagnostics: [{ code: "tool/failed", severity: "warning", message: "x" }] },
    "p succeeded in 5 ms, 1 call\nnot plain success: 1 warning",
  ],
])("%s", (_, more, expected) => {
  const result: RunResult = {
    runId: "r",
    plan: "p",
    status: "succeeded",
    output: null,
    counts: nothing,
    usage: { calls: 1 },
    startedAt: 0,
    endedAt: 5,
    diagnostics: [],
    steps: new Map(),
    ...more,
  };
  expect(summary(result)).toBe(expected);
});
