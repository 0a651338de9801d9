import { simulatedWorld } from "@graph/world";
import { describe, expect, test } from "vitest";
import { engineScenarios, type MakeEngine } from "../conformance/index.ts";
import { MemoryEngine, type MemoryEngineOptions } from "./memory-engine.ts";
import { createReplayingMemoryEngine } from "./replaying-engine.ts";

function maker(create: (options: MemoryEngineOptions) => MemoryEngine): MakeEngine {
  return async ({ interpreter, invoke, onEvent }) => {
    const { clock, random } = simulatedWorld();
    const engine = create({ clock, random, ...(onEvent === undefined ? {} : { onEvent }) });
    engine.serveNow({ interpreter, tools: { invoke }, concurrency: Number.POSITIVE_INFINITY });
    return {
      engine,
      until: (promise) => clock.until(promise),
      advance: (milliseconds) => clock.advance(milliseconds),
      close: () => engine.close(),
    };
  };
}

const engines: [string, MakeEngine][] = [
  ["memory", maker((options) => new MemoryEngine(options))],
  ["replaying memory", maker(createReplayingMemoryEngine)],
];

describe.each(engines)("the %s engine", (_name, make) => {
  test.each(engineScenarios)("$name", async ({ run }) => {
    await expect(run(make)).resolves.toBeUndefined();
  });
});
