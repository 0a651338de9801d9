import { type ChatModel, DecisionError, type ModelRolesOptions } from "@graph/models";
import { type CallWarning, createKeywordIndex, type ToolError } from "@graph/tools";
import type { JsonObject } from "@graph/plan";
import { expect, it } from "vitest";
import {
  builtinNamed,
  callTool,
  type CatalogSetup,
  catalogWith,
  runTool,
  serverTool,
} from "../test-support/builtins.ts";
import { weightedDecider } from "../test-support/weighted-decider.ts";
import type { ScoreCandidatesOutput } from "./score-candidates.ts";

const tools = [
  serverTool("files", "read_text_file", "Reads a text file from disk."),
  serverTool("files", "write_file", "Writes a file to disk."),
  serverTool("mail", "send", "Sends a message to a person."),
];
const candidates = tools.map(({ name, description }) => ({ name, description }));
const score = async (input: JsonObject, setup: CatalogSetup = {}): Promise<ScoreCandidatesOutput> =>
  (await runTool(builtinNamed("score_candidates", catalogWith({ tools, ...setup })), {
    candidates,
    ...input,
  })) as ScoreCandidatesOutput;
const names = (list: readonly { name: string }[] | undefined): string[] | undefined => list?.map(({ name }) => name);

it("ranks by keywords without a decision model, and says so", async () => {
  const result = await score({ query: "read a text file from disk", threshold: 0.1 });
  expect(result.mode).toBe("keyword");
  expect(names(result.selected)?.[0]).toBe("files__read_text_file");
  expect(result.selected[0]).toMatchObject({
    selected: true,
    below_threshold: false,
    matched: ["read", "text", "file", "disk"],
  });
  expect(result.no_fit).toBe(false);
  expect([result.degraded, result.fallback_reason, result.near]).toEqual([undefined, undefined, undefined]);
  expect(result.details).toEqual({
    candidates: 3,
    note: "No decision model plays the role `decider`: configure `[models.decider]`, or have the host application pass one for this role.",
  });
});

it("selects nothing when nothing fits, and shows what came nearest", async () => {
  const result = await score({ query: "play music with a friendly message", threshold: 0.9 });
  expect([result.selected, result.no_fit]).toEqual([[], true]);
  expect(names(result.near)).toEqual(["mail__send"]);
  expect(result.near?.[0]).toMatchObject({ selected: false, below_threshold: true });
  const nothing = await score({ query: "zzz qqq", threshold: 0.1 });
  expect([nothing.selected, nothing.no_fit, nothing.near]).toEqual([[], true, undefined]);
});

it("rounds scores to three decimals and keeps them within 0 and 1", async () => {
  const { selected } = await score({ query: "disk", threshold: 0 });
  for (const { score } of selected) expect(score).toBe(Math.round(score * 1000) / 1000);
  expect(names(selected)?.at(-1)).toBe("mail__send");
});

it.each<[string, JsonObject, string[]]>([
  ["the threshold's default is .5", { query: "disk" }, []],
  ["floor", { query: "disk", threshold: 1, floor: 1 }, ["files__write_file"]],
  ["limit", { query: "disk", threshold: 0, limit: 1 }, ["files__write_file"]],
  ["limit 0", { query: "disk", threshold: 0, limit: 0 }, []],
])("goes by %s", async (_name, input, expected) => {
  expect(names((await score(input)).selected)).toEqual(expected);
});

it("skips what has no name, takes names alone, and the first of two", async () => {
  const result = await score({
    query: "read a file",
    threshold: 0,
    candidates: [
      "files__read_text_file",
      {},
      5,
      null,
      { name: 7 },
      { name: "" },
      "files__read_text_file",
      { name: "x", description: 5 },
    ],
  });
  expect(names(result.selected)).toEqual(["files__read_text_file", "x"]);
  expect(result.selected[0]?.score).toBeGreaterThan(0);
  expect(result.details).toMatchObject({ candidates: 2, skipped: 5 });
});

it.each<[JsonObject]>([
  [{ candidates: [] }],
  [{ query: 5 }],
  [{ query: "x", threshold: 1.1 }],
  [{ query: "x", chunk_size: 256 }],
  [{ query: "x", limit: -1 }],
])("takes no %j", async (input) => {
  await expect(score(input)).rejects.toThrow("input:");
});

it("lets the decision model of the role choose", async () => {
  const decider = weightedDecider({ mail__send: 6, files__write_file: 2 }, { none: 2 });
  const result = await score(
    { query: "tell Ann", threshold: 0.1, question: "Which one?" },
    { models: { decision: { decider } } },
  );
  expect(result).toEqual({
    mode: "decision",
    selected: [
      {
        name: "mail__send",
        description: "Sends a message to a person.",
        score: 0.6,
        selected: true,
        below_threshold: false,
      },
      {
        name: "files__write_file",
        description: "Writes a file to disk.",
        score: 0.2,
        selected: true,
        below_threshold: false,
      },
    ],
    no_fit: false,
    details: { candidates: 3, model: "weights-1", rounds: 1, questions: 2, requests: 1, none: 0.2, fits: 0.8 },
  });
  expect([...(decider.requests[0]?.questions.values() ?? [])][0]?.ask).toBe("Which one?");
});

it("asks the role it is told, and none in its place", async () => {
  const other = weightedDecider({ mail__send: 1 });
  const models = { decision: { other, default: other } };
  expect((await score({ query: "x", model: "other" }, { models })).mode).toBe("decision");
  expect((await score({ query: "x" }, { models })).mode).toBe("keyword");
});

it("is true about the mode when there is nothing to choose from", async () => {
  const empty = { query: "x", candidates: [] };
  const decider = weightedDecider({});
  expect((await score(empty, { models: { decision: { decider } } })).mode).toBe("decision");
  expect(decider.requests).toEqual([]);
  expect((await score(empty)).mode).toBe("keyword");
});

it("falls back to keywords when the model fails, and says so", async () => {
  const decider = weightedDecider({}, { fail: () => new DecisionError("quota", "The quota is used up.") });
  const models = { decision: { decider } };
  const result = await score({ query: "send a message", threshold: 0.1 }, { models });
  expect(names(result.selected)).toEqual(["mail__send"]);
  expect([result.mode, result.degraded, result.fallback_reason]).toEqual(["keyword", true, "The quota is used up."]);
  expect(result.details).toMatchObject({ failure: "quota" });
});

it("warns when keywords had to stand in for a model that was meant to choose, and only then", async () => {
  const failing = weightedDecider({}, { fail: () => new DecisionError("quota", "The quota is used up.") });
  const chat: ChatModel = { id: "c", generate: () => Promise.reject(new Error("not asked")) };
  const warningsOf = async (input: JsonObject, models: ModelRolesOptions): Promise<readonly CallWarning[]> =>
    (
      await callTool(builtinNamed("score_candidates", catalogWith({ tools, models })), {
        query: "x",
        candidates,
        ...input,
      })
    ).warnings;
  expect(await warningsOf({}, { decision: { decider: failing } })).toEqual([
    {
      code: "tool/unavailable",
      message: "The decision model `weights@test` did not answer: keywords were used instead. The quota is used up.",
    },
  ]);
  expect(await warningsOf({ model: "decidr" }, {})).toEqual([
    {
      code: "tool/unavailable",
      message:
        "Keywords were used instead of a decision model. No decision model plays the role `decidr`: configure `[models.decidr]`, or have the host application pass one for this role.",
    },
  ]);
  expect((await warningsOf({}, { chat: { decider: chat } })).map(({ code }) => code)).toEqual(["tool/unavailable"]);
  expect(await warningsOf({}, {})).toEqual([]);
  expect(await warningsOf({}, { decision: { decider: weightedDecider({ mail__send: 1 }) } })).toEqual([]);
});

it.each([
  ["rate_limited", "rate_limited"],
  ["unavailable", "unavailable"],
  ["timeout", "timeout"],
  ["auth", "denied"],
  ["bad_response", "tool_error"],
] as const)("fails on %s with the class %s when it is told to", async (code, errorClass) => {
  const decider = weightedDecider({}, { fail: () => new DecisionError(code, "No.") });
  const failing = score({ query: "x", on_error: "fail" }, { models: { decision: { decider } } });
  await expect(failing).rejects.toMatchObject({
    name: "ToolError",
    message: "No.",
    class: errorClass,
    effect: "none",
  } satisfies Partial<ToolError>);
});

it("does not turn a cancelled choice into a keyword search", async () => {
  const dependencies = catalogWith({ tools, models: { decision: { decider: weightedDecider({}) } } });
  const run = runTool(
    builtinNamed("score_candidates", dependencies),
    { query: "x", candidates },
    { signal: AbortSignal.abort() },
  );
  await expect(run).rejects.toMatchObject({ name: "ToolError", effect: "none" });
});

it("builds an index once for a list, and again when the catalog changes", async () => {
  let built = 0;
  const dependencies = {
    ...catalogWith({ tools }),
    buildIndex: (documents: Parameters<typeof createKeywordIndex>[0]) => {
      built += 1;
      return createKeywordIndex(documents);
    },
  };
  const tool = builtinNamed("score_candidates", dependencies);
  const context = { signal: new AbortController().signal, runId: "r", key: "a", depth: 0 };
  const input = { query: "read", candidates };
  await tool.run(input as never, context);
  await tool.run({ ...input, query: "write" } as never, context);
  expect(built).toBe(1);
  dependencies.catalog.addServerTools("late", [serverTool("late", "a", "A.")]);
  await tool.run(input as never, context);
  expect(built).toBe(2);
});
