import { DecisionError, type DecisionLimits, type Question } from "@graph/models";
import { expect, it } from "vitest";
import { type WeightedDecider, weightedDecider } from "../../test-support/weighted-decider.ts";
import { byCodeUnit, type Candidate } from "../search/candidate.ts";
import { runTournament, type TournamentOptions, type TournamentResult } from "./tournament.ts";

const nameOf = (place: number): string => `s__t${String(place).padStart(4, "0")}`;
const candidates = (count: number, description = "Does something."): Candidate[] =>
  Array.from({ length: count }, (_, place) => ({ name: nameOf(place), description, given: {} })).sort((left, right) =>
    byCodeUnit(left.name, right.name),
  );
const run = (
  list: readonly Candidate[],
  model: WeightedDecider,
  more: Partial<TournamentOptions> = {},
): Promise<TournamentResult> =>
  runTournament(list, {
    model,
    query: "read a file",
    ask: "Which tool?",
    threshold: 0.1,
    chunkSize: 250,
    signal: new AbortController().signal,
    ...more,
  });
const choices = (model: WeightedDecider, request = 0): Extract<Question, { kind: "choice" }>[] =>
  [...(model.requests[request]?.questions.values() ?? [])].filter((question) => question.kind === "choice");
const sizes = (model: WeightedDecider, request = 0): number[] =>
  choices(model, request).map(({ options }) => options.size);

it("asks one question with `none` last when everything fits, and lets `fits` ride along", async () => {
  const model = weightedDecider({ s__t0001: 3, s__t0000: 1 });
  const result = await run(candidates(3), model);
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.state).toBe("read a file");
  expect([...(model.requests[0]?.questions ?? [])]).toEqual([
    [
      "q0",
      {
        kind: "choice",
        ask: "Which tool?",
        options: new Map([
          ["s__t0000", "Does something."],
          ["s__t0001", "Does something."],
          ["s__t0002", "Does something."],
          ["none", "No tool in this list carries out the step."],
        ]),
      },
    ],
    [
      "fits",
      { kind: "yesno", ask: "Does at least one of these tools carry out the step? s__t0000, s__t0001, s__t0002" },
    ],
  ]);
  expect(result).toEqual({
    scores: new Map([
      ["s__t0000", 0.2],
      ["s__t0001", 0.6],
      ["s__t0002", 0],
    ]),
    model: "weights-1",
    rounds: 1,
    questions: 2,
    requests: 1,
    gated: false,
    none: 0.2,
    fits: 0.8,
    firstRound: new Map(),
  });
});

it("asks about a single candidate too", async () => {
  const model = weightedDecider({ s__t0000: 1 }, { none: 3 });
  const result = await run(candidates(1), model);
  expect([result.scores.get("s__t0000"), result.none]).toEqual([0.25, 0.75]);
});

it.each<[number, number, number, readonly number[]]>([
  // tools, max options, chunk size → options of the questions of the first request, `none` counted
  [26, 26, 250, [14, 14]],
  [25, 26, 250, [26]],
  [52, 52, 250, [27, 27]],
  [100, 100, 250, [51, 51]],
  [208, 208, 250, [105, 105]],
  [254, 255, 255, [255]],
  [255, 255, 255, [129, 128]],
  [250, 255, 250, [251]],
  [251, 255, 250, [127, 126]],
  [256, 255, 250, [129, 129]],
  [510, 255, 255, [171, 171, 171]],
  [1000, 255, 250, [251, 251, 251, 251]],
  [5, 255, 2, [3, 3, 2]],
])(
  "splits %d tools at %d options and chunks of %d into balanced questions",
  async (count, maxOptions, chunkSize, expected) => {
    const model = weightedDecider({ [nameOf(7 % count)]: 100 }, { limits: { maxOptions } });
    const result = await run(candidates(count), model, { chunkSize });
    expect(sizes(model)).toEqual(expected);
    expect(result.scores.get(nameOf(7 % count))).toBe(0.99);
    for (const request of model.requests) {
      for (const question of request.questions.values()) {
        if (question.kind !== "choice") continue;
        expect(question.options.size).toBeLessThanOrEqual(Math.min(maxOptions, chunkSize + 1));
        expect([...question.options.keys()].at(-1)).toBe("none");
      }
    }
  },
);

it("deals neighbours by name to different questions", async () => {
  const model = weightedDecider({}, { limits: { maxOptions: 3 }, none: 1 });
  await run(candidates(6), model);
  expect(choices(model).map(({ options }) => Array.from(options.keys()))).toEqual([
    ["s__t0000", "s__t0003", "none"],
    ["s__t0001", "s__t0004", "none"],
    ["s__t0002", "s__t0005", "none"],
  ]);
});

it("ends after one request when every question says that nothing fits", async () => {
  const model = weightedDecider({ s__t0003: 0.1 }, { limits: { maxOptions: 101 }, none: 9.9 });
  const result = await run(candidates(400), model);
  expect(model.requests).toHaveLength(1);
  expect([result.gated, result.scores.size, result.rounds, result.none, result.fits]).toEqual([
    true,
    0,
    1,
    0.99,
    undefined,
  ]);
});

it.each<[string, Record<string, number>, number]>([
  ["one tool reaches the threshold", { s__t0000: 2 }, 9],
  ["one question does not say none", { s__t0000: 0.05, s__t0001: 0.05, s__t0002: 0.05 }, 0.1],
])("goes on when %s", async (_name, weights, none) => {
  const model = weightedDecider(weights, { limits: { maxOptions: 101 }, none });
  expect((await run(candidates(400), model)).gated).toBe(false);
  expect(model.requests.length).toBeGreaterThan(1);
});

it("compares with the threshold only what the final said", async () => {
  // Two strong tools in different questions: 0.91 each at first, 0.48 in the final.
  const model = weightedDecider({ s__t0000: 10, s__t0001: 10 }, { limits: { maxOptions: 51 }, none: 1 });
  const result = await run(candidates(100), model);
  expect([...result.scores].filter(([, score]) => score > 0)).toEqual([
    ["s__t0000", 0.48],
    ["s__t0001", 0.48],
  ]);
  expect(result.firstRound).toEqual(
    new Map([
      ["s__t0000", 0.91],
      ["s__t0001", 0.91],
    ]),
  );
  expect([result.rounds, result.requests, result.none]).toEqual([2, 2, 0.05]);
});

it("takes the next best of each question along, so that equals in one question do not knock each other out", async () => {
  // Twelve equals, all in the first of two questions (even places), each below the threshold of 0.1.
  const weights = Object.fromEntries(Array.from({ length: 12 }, (_, place) => [nameOf(2 * place), 1]));
  const model = weightedDecider(weights, { none: 0.5 });
  const result = await run(candidates(300), model);
  expect(sizes(model, 1)).toEqual([11]);
  expect([...result.scores.values()]).toEqual(Array.from({ length: 10 }, () => 0.1));
});

it("repeats rounds until a question holds the rest", async () => {
  const weights = Object.fromEntries(candidates(1000).map(({ name }, place) => [name, 1 + (place % 7)]));
  const model = weightedDecider(weights, { limits: { maxOptions: 26, maxQuestions: 64 }, none: 1 });
  const result = await run(candidates(1000), model);
  const perRound = model.requests.map((_request, request) =>
    sizes(model, request).reduce((sum, size) => sum + size - 1, 0),
  );
  expect(perRound).toEqual([1000, 40, 20]);
  expect(result.rounds).toBe(3);
});

it("ends even when every tool reaches the threshold in every round", async () => {
  const weights = Object.fromEntries(candidates(500).map(({ name }) => [name, 1]));
  const model = weightedDecider(weights, { limits: { maxOptions: 11 }, none: 0 });
  const result = await run(candidates(500), model, { threshold: 0 });
  expect(result.scores.size).toBe(10);
  expect(result.rounds).toBe(2);
});

it("packs questions into as few requests as the limits allow, two at a time", async () => {
  const limits: DecisionLimits = { maxOptions: 11, maxQuestions: 3 };
  const model = weightedDecider({ s__t0000: 100 }, { limits });
  await run(candidates(100), model);
  expect(model.requests.slice(0, 4).map(({ questions }) => questions.size)).toEqual([3, 3, 3, 1]);
  expect(model.atOnce()).toBe(2);
});

it("leaves `fits` out when one question is all a request may hold", async () => {
  const model = weightedDecider({ s__t0000: 1 }, { limits: { maxOptions: 10, maxQuestions: 1 } });
  expect((await run(candidates(3), model)).fits).toBeUndefined();
  expect(model.requests[0]?.questions.size).toBe(1);
});

it("shortens descriptions before it makes questions smaller", async () => {
  const long = "word ".repeat(60);
  const lengthOf = (model: WeightedDecider): number => [...(choices(model)[0]?.options.values() ?? [])][0]?.length ?? 0;
  const roomy = weightedDecider({ s__t0000: 1 }, { limits: { maxOptions: 255, maxQuestionTokens: 8000 } });
  await run(candidates(100, long), roomy);
  expect([sizes(roomy), lengthOf(roomy)]).toEqual([[101], 200]);
  const tight = weightedDecider({ s__t0000: 1 }, { limits: { maxOptions: 255, maxQuestionTokens: 4000 } });
  await run(candidates(100, long), tight);
  expect([sizes(tight), lengthOf(tight)]).toEqual([[101], 80]);
  const tighter = weightedDecider({ s__t0000: 1 }, { limits: { maxOptions: 255, maxQuestionTokens: 1500 } });
  await run(candidates(100, long), tighter);
  expect([sizes(tighter), lengthOf(tighter)]).toEqual([[51, 51], 40]);
  const none = weightedDecider({}, { limits: { maxOptions: 255, maxQuestionTokens: 5 } });
  await expect(run(candidates(2), none)).rejects.toThrow(
    "Not even one tool fits into a question of the decision model.",
  );
  expect(none.requests).toEqual([]);
});

it("splits requests by tokens", async () => {
  const model = weightedDecider({ s__t0000: 100 }, { limits: { maxOptions: 51, maxRequestTokens: 1000 } });
  await run(candidates(200), model);
  expect(model.requests.slice(0, 4).map((_request, request) => sizes(model, request))).toEqual([
    [51],
    [51],
    [51],
    [51],
  ]);
});

it("finds another label for none when a candidate is called that", async () => {
  const model = weightedDecider({ none: 1 }, { none: 3 });
  const result = await run([{ name: "none", description: "A tool.", given: {} }], model);
  expect([...(choices(model)[0]?.options.keys() ?? [])]).toEqual(["none", "none_of_these"]);
  expect([result.scores, result.none]).toEqual([new Map([["none", 0.25]]), 0.75]);
});

it("keeps names that mean something to JavaScript apart from it", async () => {
  const names = ["__proto__", "constructor"];
  const model = weightedDecider({ constructor: 1 }, { none: 1 });
  const result = await run(
    names.map((name) => ({ name, description: "", given: {} })),
    model,
  );
  expect(result.scores).toEqual(
    new Map([
      ["__proto__", 0],
      ["constructor", 0.5],
    ]),
  );
});

it.each<[string, Parameters<typeof weightedDecider>[1], string]>([
  ["a refusal of the final", { answer: () => ({ kind: "refused" }) }, "refused"],
  ["a missing answer", { answer: () => undefined }, "bad_response"],
  ["a failed request", { fail: () => new DecisionError("rate_limited", "Too many.") }, "rate_limited"],
  ["a model for yes and no only", { limits: { maxOptions: 1 } }, "too_large"],
])("fails with a DecisionError after %s", async (_name, settings, code) => {
  await expect(run(candidates(3), weightedDecider({ s__t0000: 1 }, settings))).rejects.toMatchObject({
    name: "DecisionError",
    code,
  });
});

it("asks nothing more once one of several requests has failed", async () => {
  const fail = (request: number): Error | undefined =>
    request === 2 ? new DecisionError("unavailable", "Away.") : undefined;
  const model = weightedDecider({}, { limits: { maxOptions: 11, maxQuestions: 1 }, fail });
  await expect(run(candidates(200), model)).rejects.toMatchObject({ code: "unavailable" });
  expect(model.requests.length).toBeLessThanOrEqual(4);
});

it("gives up when the signal fires", async () => {
  const signal = AbortSignal.abort();
  await expect(run(candidates(3), weightedDecider({}), { signal })).rejects.toMatchObject({ code: "cancelled" });
});
