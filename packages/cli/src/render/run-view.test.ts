import type { RunEvent } from "@graph/host";
import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import type { Streams } from "../output/streams.ts";
import { openRunView } from "./run-view.ts";

function streamsOf(written: string[], live: boolean): Streams {
  return {
    out: () => undefined,
    document: () => undefined,
    tell: (text) => {
      written.push(`${text}\n`);
    },
    draw: (text) => {
      written.push(text);
    },
    hideSecrets: () => undefined,
    liveErrors: live,
    colour: false,
    written: async () => undefined,
    columns: 40,
  };
}

const base = { runId: "r", tool: "t__x" } as const;
const start = (path: string, time: number): RunEvent => ({
  ...base,
  type: "step-start",
  path,
  key: path,
  time,
  attempt: 1,
});
const finish = (
  path: string,
  time: number,
  more: Partial<Extract<RunEvent, { type: "step-finish" }>> = {},
): RunEvent => ({
  ...base,
  type: "step-finish",
  path,
  key: path,
  time,
  status: "succeeded",
  attempt: 1,
  bytes: 0,
  ...more,
});

test("plain lines when piped: one a step, of items only what went wrong", () => {
  const written: string[] = [];
  const view = openRunView(streamsOf(written, false), simulatedWorld().clock);
  const error = {
    class: "tool_error",
    code: "tool/failed",
    message: "no\u001b[2J\nmore",
    step: "m[1]/b",
    effect: "none",
  } as const;
  for (const event of [
    start("a", 0),
    finish("a", 12),
    start("m", 12),
    start("m[0]/b", 12),
    finish("m[0]/b", 13),
    finish("m[1]/b", 14, { status: "failed", error }),
    finish("m", 1512, { attempt: 2 }),
    finish("s", 1512, { status: "skipped", reason: "its gate was false" }),
  ]) {
    view.event(event);
  }
  view.close();
  expect(written.join("")).toBe(
    [
      "succeeded a  t__x  12 ms",
      "failed    m[1]/b  t__x  no\\u001b[2J",
      "succeeded m  t__x  1.5 s  attempt 2",
      "skipped   s  t__x  its gate was false",
      "",
    ].join("\n"),
  );
});

test("a question that took its default says so", () => {
  const written: string[] = [];
  const view = openRunView(streamsOf(written, false), simulatedWorld().clock);
  const output = { answer: { ok: true }, answered: false, reason: "unavailable" };
  view.event(finish("q", 0, { tool: "ask", output }));
  view.event(finish("r", 0, { tool: "ask", output: { answer: { ok: true }, answered: true } }));
  expect(written).toEqual([
    "succeeded q  ask  nobody answered (unavailable): its default is taken\n",
    "succeeded r  ask\n",
  ]);
});

test("on a terminal the running steps stand below, and are taken away at the end", () => {
  const written: string[] = [];
  const view = openRunView(streamsOf(written, true), simulatedWorld().clock);
  view.event(start("a", 0));
  view.event(start("b", 0));
  view.event(finish("a", 5));
  view.close();
  expect(written).toEqual([
    "  a  t__x  0 ms\n",
    "\u001b[1A\u001b[J  a  t__x  0 ms\n  b  t__x  0 ms\n",
    "\u001b[2A\u001b[J✓ a  t__x  5 ms\n  b  t__x  0 ms\n",
    "\u001b[1A\u001b[J",
  ]);
});

test.each([
  [true, ["  a  t__x  0 ms\n", "\u001b[1A\u001b[J", "✓ a  t__x  5 ms\n  b  t__x  0 ms\n", "\u001b[1A\u001b[J"]],
  [false, ["succeeded a  t__x  5 ms\n"]],
])("while somebody is asked nothing is drawn, and nothing is lost (live: %s)", (live, expected) => {
  const written: string[] = [];
  const view = openRunView(streamsOf(written, live), simulatedWorld().clock);
  view.event(start("a", 0));
  view.pause();
  view.pause();
  view.event(start("b", 0));
  view.event(finish("a", 5));
  expect(written).toHaveLength(live ? 2 : 0);
  view.resume();
  view.resume();
  view.close();
  expect(written).toEqual(expected);
});

test("what was kept back is shown at the end, when the question is still open", () => {
  const written: string[] = [];
  const view = openRunView(streamsOf(written, false), simulatedWorld().clock);
  view.pause();
  view.event(finish("a", 5, { status: "cancelled" }));
  view.close();
  expect(written).toEqual(["cancelled a  t__x\n"]);
});

test("between two questions what was kept back is shown, without the list", () => {
  const written: string[] = [];
  const view = openRunView(streamsOf(written, true), simulatedWorld().clock);
  view.pause();
  view.event(start("a", 0));
  view.event(start("b", 0));
  view.event(finish("a", 5));
  view.pause();
  expect(written).toEqual(["", "✓ a  t__x  5 ms\n"]);
  view.resume();
  expect(written.at(-1)).toBe("  b  t__x  0 ms\n");
});
