import { readFileSync } from "node:fs";
import { DecisionError } from "@graph/models";
import { checkPlan, type JsonObject, parsePlan } from "@graph/plan";
import { createRunner, type RunResult } from "@graph/runner";
import { expect, it } from "vitest";
import { type CatalogSetup, catalogWith, serverTool } from "../test-support/builtins.ts";
import { weightedDecider } from "../test-support/weighted-decider.ts";

const text = readFileSync(new URL("../../../plans/search_tools.yaml", import.meta.url), "utf8");
const tools = [
  serverTool("files", "read_text_file", "Reads a text file from disk."),
  serverTool("files", "write_file", "Writes a file to disk."),
  serverTool("mail", "send", "Sends a message to a person."),
];
const inputSchema = { type: "object", properties: { path: { type: "string" } } };

interface Found {
  readonly mode: string;
  readonly tools: readonly { readonly name: string; readonly score: number }[];
  readonly always: readonly string[];
}

async function run(input: JsonObject, setup: CatalogSetup = {}, plan: string = text): Promise<RunResult<Found>> {
  const { catalog } = catalogWith({ tools, builtins: true, ...setup });
  const runner = createRunner({ catalog });
  const result = await runner.run<JsonObject, Found>(runner.load<JsonObject, Found>(plan), input);
  await runner.close();
  expect(result.status).toBe("succeeded");
  return result;
}

async function search(input: JsonObject, setup?: CatalogSetup, plan?: string): Promise<Found> {
  return (await run(input, setup, plan)).output;
}

it("is a plan without a single remark", () => {
  const { snapshot, diagnostics } = checkPlan(
    parsePlan(text, { file: "search_tools.yaml" }),
    catalogWith({ builtins: true }).catalog,
  );
  expect(diagnostics).toEqual([]);
  expect(snapshot?.main.identifier).toBe("search_tools");
});

it("has the inputs and defaults that callers rely on", () => {
  const { data } = parsePlan(text);
  const { properties, required } = data["input_schema"] as unknown as {
    properties: Record<string, { default?: unknown }>;
    required: string[];
  };
  expect(required).toEqual(["query"]);
  expect(Object.entries(properties).map(([name, schema]) => [name, schema.default])).toEqual([
    ["query", undefined],
    ["min_probability", 0.1],
    ["limit", 10],
    ["model", "decider"],
    ["chunk_size", 250],
    ["schemas", true],
  ]);
  expect(Object.keys(data["output"] as object)).toEqual(["mode", "tools", "always"]);
});

it("finds tools by keywords, with their schemas", async () => {
  const found = await search({ query: "read a text file from disk" }, { alwaysLoaded: ["mail__*"] });
  expect(Object.keys(found)).toEqual(["mode", "tools", "always"]);
  expect([found.mode, found.always]).toEqual(["keyword", ["mail__send"]]);
  const [first] = found.tools;
  expect(first).toEqual({
    name: "files__read_text_file",
    description: "Reads a text file from disk.",
    score: first?.score,
    inputSchema,
  });
});

it("lets the decision model choose among all of them", async () => {
  const decider = weightedDecider({ mail__send: 6, files__write_file: 2, files__read_text_file: 0.5 }, { none: 1.5 });
  const models = { decision: { decider } };
  expect(await search({ query: "tell Ann", schemas: false }, { models })).toEqual({
    mode: "decision",
    tools: [
      { name: "mail__send", description: "Sends a message to a person.", score: 0.6 },
      { name: "files__write_file", description: "Writes a file to disk.", score: 0.2 },
    ],
    always: [],
  });
  expect((await search({ query: "tell Ann", min_probability: 0.3, schemas: false }, { models })).tools).toHaveLength(1);
  expect((await search({ query: "tell Ann", min_probability: 0, limit: 2 }, { models })).tools).toHaveLength(2);
});

it("is no plain success when the decision model failed: the run says so, and the output stays in shape", async () => {
  const decider = weightedDecider({}, { fail: () => new DecisionError("unavailable", "Away.") });
  const failed = await run({ query: "send a message" }, { models: { decision: { decider } } });
  expect(Object.keys(failed.output)).toEqual(["mode", "tools", "always"]);
  expect(failed.output.mode).toBe("keyword");
  expect(failed.diagnostics).toMatchObject([
    {
      code: "tool/unavailable",
      severity: "warning",
      step: "picked",
      path: "/steps/1/tool_name",
      message: "The decision model `weights@test` did not answer: keywords were used instead. Away.",
    },
  ]);
  expect((await run({ query: "send a message" })).diagnostics).toEqual([]);
});

it("returns an empty list when nothing fits", async () => {
  expect(await search({ query: "zzz qqq" })).toEqual({ mode: "keyword", tools: [], always: [] });
});

it("can be customized the way its comments and its page say", async () => {
  const decider = weightedDecider({}, { fail: () => new DecisionError("unavailable", "Away.") });
  const servers = [{ id: "slow", state: "starting" as const }];
  const override = `${text.trimEnd()}
  fallback: <<default picked.fallback_reason null>>
  servers: <<catalog.servers>>
  near: <<default picked.near null>>
`.replace("      question: Which", "      floor: 3\n      question: Which");
  const found = await search({ query: "send" }, { servers, models: { decision: { decider } } }, override);
  expect(found).toMatchObject({ mode: "keyword", fallback: "Away.", near: null });
  expect(found.tools).toHaveLength(3);
  expect((await search({ query: "send" }, {}, override)) as unknown).toMatchObject({ fallback: null });
});
