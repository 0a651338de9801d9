import { formatCompact, formatDiagnostic, type Json, type JsonObject } from "@graph/plan";
import {
  createInvoker,
  createReplayingMemoryEngine,
  createRunner,
  createSecretSource,
  type RunEvent,
  type RunnerOptions,
  type RunResult,
} from "@graph/runner";
import { createCatalog } from "@graph/tools";
import { simulatedWorld } from "@graph/world";
import { describe, expect, it } from "vitest";
import { secretShapes, type SecretShape } from "../../packages/runner/test-support/secret-shapes.ts";
import { secretWritings } from "../../packages/runner/test-support/secret-writings.ts";
import { leakingTools } from "../support/leaking-tools.ts";

const names = secretWritings.map(({ name }) => name);

/** Every leaking tool once for every writing, tolerated so that the others go on. */
const everyWriting = (id: string, more = ""): string => `  - id: ${id}
    tool_name: map
    on_error: continue
    input:
      over: <<input.writings>>
      on_item_error: collect
      concurrency: 64
      do:
        - id: ${id}_one
          tool_name: user__${id}
          input: {secret: <<secrets.HUNTED>>, writing: <<item>>, around: "Bearer <<secrets.HUNTED>>!"}
${more}`;

const retry = "          retry: {max_attempts: 2, delay: 1s}\n";
const timeout = "          timeout: 1s\n";
const text = `identifier: hunt
description: Looks for what gets out.
input_schema: {type: object, properties: {writings: {type: array, items: {type: string}}}}
limits: {max_output_bytes: 1024}
steps:
${["value", "name", "number", "large", "warning", "misfit", "fault", "cut", "code", "text", "odd"].map((id) => everyWriting(id)).join("")}
${everyWriting("flaky", retry)}
${everyWriting("slow", timeout)}
${everyWriting("stubborn", timeout)}
  - id: caught
    tool_name: user__fault
    input: {secret: <<secrets.HUNTED>>, writing: JSON}
    catch:
      - do: {tool_name: user__value, input: {secret: <<error.message>>, writing: base64}}
        result: {message: <<error.message>>, code: <<error.code>>}
  - id: refused
    tool_name: user__strict
    on_error: continue
    input: {secret: <<secrets.HUNTED>>}
output:
  value: <<value>>
  name: <<name>>
  text: "<<fault>> <<flaky>>"
  caught: <<caught>>
`;

interface Hunt {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
  readonly given: readonly { readonly tool: string; readonly secret: string }[];
}

async function run(secret: string, options: Partial<RunnerOptions>): Promise<Hunt> {
  const world = simulatedWorld();
  const given: { tool: string; secret: string }[] = [];
  const strict = {
    name: "strict",
    description: "Takes what no secret is.",
    inputSchema: { type: "object", properties: { secret: { type: "string", enum: ["a"], pattern: "^a$" } } },
    run: () => ({}),
  };
  const tools = [...leakingTools(world.clock, given), strict];
  const runner = createRunner({ world, tools, secrets: { HUNTED: secret }, ...options });
  const events: RunEvent[] = [];
  for (const name of ["run-start", "step-start", "step-retry", "step-finish", "run-finish"] as const)
    runner.on(name, (event) => events.push(event));
  const result = await world.clock.until(runner.start(runner.load(text), { writings: names }).result);
  await world.clock.until(runner.close());
  return { result, events, given };
}

/** Everything that somebody could read, as documents and as the single texts in them. */
function textsOf({ result, events }: Hunt): readonly string[] {
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_, item: unknown) => (item instanceof Map ? Object.fromEntries(item) : item));
  const documents = [plain(result), plain(events), plain(result.diagnostics), plain(result.large ?? {})];
  const lines = result.diagnostics.flatMap((found) => [formatDiagnostic(found, { text }), formatCompact(found)]);
  return [...documents, ...documents.flatMap((document) => leavesOf(JSON.parse(document) as Json)), ...lines];
}

function leavesOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [String(value)];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(leavesOf);
  return Object.entries(value as JsonObject).flatMap(([key, item]) => [key].concat(leavesOf(item)));
}

function found({ value, parts }: SecretShape, texts: readonly string[]): string[] {
  const all = [...new Set(texts)].join("\n\u0000\n");
  const written = [value, ...parts].flatMap((secret) =>
    secretWritings.map(({ name, telling }) => ({ name, telling: telling(secret) })),
  );
  // A beginning of under six characters may stay.
  if (value.length > 6) written.push({ name: "cut", telling: value.slice(0, -1) });
  return written.flatMap(({ name, telling }) => {
    const at = all.indexOf(telling);
    return at === -1 ? [] : [`${name}: ${all.slice(Math.max(0, at - 80), at + 80)}`];
  });
}

/** The engine that interprets everything again and again takes a second for each. */
const few = new Set(["six characters", "a key of several lines", "a key file", "signs"]);
const fewShapes = secretShapes.filter(({ name }) => process.env["GRAPH_TEST_LONG"] === "1" || few.has(name));

describe.each<[string, readonly SecretShape[], Partial<RunnerOptions>]>([
  ["memory", secretShapes, {}],
  ["replaying memory", fewShapes, { engine: createReplayingMemoryEngine }],
])("on the %s engine", (_, shapes, engine) => {
  it.each(shapes)("$name gets out nowhere, whatever the tools do", async (shape) => {
    const hunt = await run(shape.value, engine);
    expect(hunt.result.error).toBeUndefined();
    expect(hunt.result.status).toBe("succeeded");
    expect(found(shape, textsOf(hunt))).toEqual([]);
    // It was there to be found: each tool had the true value, once for each writing and more where it was tried again.
    const counts = new Map<string, number>();
    for (const { tool, secret } of hunt.given) {
      if (secret === shape.value) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
    const each = names.length;
    expect(Object.fromEntries(counts)).toEqual({
      ...Object.fromEntries(
        ["value", "name", "number", "large", "warning", "misfit", "cut", "code", "text", "odd"].map((tool) => [
          tool,
          each,
        ]),
      ),
      fault: each + 1,
      flaky: each * 2,
      slow: each,
      stubborn: each,
    });
    expect(hunt.result.steps.get("large[0]/large_one")?.output).toMatchObject({ bytes: 5000 });
    expect(hunt.result.steps.get("slow[0]/slow_one")?.error).toMatchObject({ class: "timeout" });
  });
});

it("would find it: where nothing is masked, every writing of every secret is seen", async () => {
  for (const shape of secretShapes) {
    const catalog = createCatalog();
    const { value } = createSecretSource(new Map([["HUNTED", shape.value]]));
    const redactor = { text: (text: string) => text, cutText: (text: string) => text, value: (given: Json) => given };
    const invoker = createInvoker(catalog, { secrets: { value, redactor } });
    const seen = found({ ...shape, parts: [] }, textsOf(await run(shape.value, { catalog, invoker })));
    const kinds = shape.value.length > 6 ? [...names, "cut"] : names;
    expect([shape.name, seen.map((one) => one.slice(0, one.indexOf(":")))]).toEqual([shape.name, kinds]);
  }
});
