import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { call, emptySnapshot, finished } from "../conformance/scenario.ts";
import type { Completion, Interpreter } from "../port.ts";
import { createReplayingMemoryEngine } from "./replaying-engine.ts";

test.each([
  ["another tool", (replay: number) => call("a", replay === 0 ? "one" : "two")],
  ["another input", (replay: number) => call("a", "one", { n: replay })],
])("a run that asks for %s under a recorded key ends as diverged", async (_name, ask) => {
  let replays = 0;
  const interpreter: Interpreter = async (_run, scope) => {
    const replay = replays++;
    scope.call(ask(replay));
    const seen: Completion[] = [...(await scope.next())];
    return finished(scope, null, seen[0]?.at ?? 0);
  };
  const { clock, random } = simulatedWorld();
  const engine = createReplayingMemoryEngine({ clock, random });
  engine.serveNow({ interpreter, tools: { invoke: () => ({ ok: true, value: 1 }) }, concurrency: 1 });
  await engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
  const result = await clock.until(engine.result("r1", 1_000));
  expect(result).toMatchObject({ status: "failed", error: { code: "run/diverged", step: "a" } });
});

test("a run whose interpreter fails tells whoever asks", async () => {
  const { clock, random } = simulatedWorld();
  const engine = createReplayingMemoryEngine({ clock, random });
  const interpreter: Interpreter = () => Promise.reject(new Error("a fault of graph itself"));
  engine.serveNow({ interpreter, tools: { invoke: () => ({ ok: true, value: 1 }) }, concurrency: 1 });
  await engine.start({ runId: "r1", plan: emptySnapshot(), input: null });
  await expect(clock.until(engine.result("r1", 1_000))).rejects.toThrow("a fault of graph itself");
  await expect(engine.result("r1")).rejects.toThrow("a fault of graph itself");
});
