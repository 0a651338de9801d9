import { type Answer, DecisionError, type DecisionModel, type ModelRolesOptions } from "@graph/models";
import type { JsonObject } from "@graph/plan";
import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool } from "../test-support/builtins.ts";
import { fakeChat } from "../test-support/fake-chat.ts";
import { type WeightedDecider, weightedDecider } from "../test-support/weighted-decider.ts";

const decide = (input: JsonObject, models: ModelRolesOptions = {}): Promise<unknown> =>
  runTool(builtinNamed("decide", catalogWith({ models })), input);
const answering = (answer: Answer): WeightedDecider => weightedDecider({}, { answer: () => answer });
const shares = (...pairs: [string, number][]): WeightedDecider =>
  answering({ kind: "choice", probabilities: new Map(pairs) });

it.each<[string, JsonObject, WeightedDecider, object]>([
  ["yes or no", {}, answering({ kind: "yesno", probability: 0.3 }), { kind: "yesno", probability: 0.3 }],
  [
    "a choice among labels",
    { options: ["a", "b", "c"] },
    shares(["a", 0.2], ["b", 0.5], ["c", 0.3]),
    { kind: "choice", choice: "b", probabilities: { a: 0.2, b: 0.5, c: 0.3 } },
  ],
  [
    "a choice among described labels",
    { options: { a: "The first.", b: null } },
    shares(["a", 0.9], ["b", 0.1]),
    { kind: "choice", choice: "a", probabilities: { a: 0.9, b: 0.1 } },
  ],
  [
    "a tie, by the order that was given",
    { options: ["z", "m", "a"] },
    shares(["a", 0.4], ["m", 0.4], ["z", 0.2]),
    { kind: "choice", choice: "m", probabilities: { z: 0.2, m: 0.4, a: 0.4 } },
  ],
  [
    "a label that is left out",
    { options: ["a", "b"] },
    shares(["b", 1]),
    { kind: "choice", choice: "b", probabilities: { a: 0, b: 1 } },
  ],
  [
    "labels like those of every object",
    { options: ["constructor", "__proto__"] },
    shares(["__proto__", 1]),
    {
      kind: "choice",
      choice: "__proto__",
      probabilities: Object.fromEntries([
        ["constructor", 0],
        ["__proto__", 1],
      ]),
    },
  ],
  ["a single label", { options: ["a"] }, shares(["a", 1]), { kind: "choice", choice: "a", probabilities: { a: 1 } }],
  [
    "a score",
    { levels: ["bad", "fair", "good"] },
    answering({ kind: "score", score: 1.25, probabilities: [0.1, 0.55, 0.35] }),
    { kind: "score", score: 1.25, probabilities: [0.1, 0.55, 0.35] },
  ],
])("answers with %s", async (_name, input, decider, expected) => {
  const result = await decide({ question: "Which?", ...input }, { decision: { decider } });
  expect(result).toStrictEqual({ ...expected, model: "weights-1" });
});

it("asks what it was given, in that order", async () => {
  const decider = weightedDecider({ a: 1 }, { none: 0 });
  await decide(
    { question: "Which?", state: { n: 1 }, options: { b: "B.", a: null, c: "C." } },
    { decision: { decider } },
  );
  const [request] = decider.requests;
  const question = request?.questions.get("question");
  expect([request?.state, request?.questions.size, question?.ask]).toEqual([{ n: 1 }, 1, "Which?"]);
  expect(question?.kind === "choice" && [...question.options]).toEqual([
    ["b", "B."],
    ["a", null],
    ["c", "C."],
  ]);
});

it("has nothing for a state when none is given, and takes the role that is named", async () => {
  const decider = weightedDecider({});
  await decide({ question: "Is it?", model: "judge" }, { decision: { judge: decider } });
  expect(decider.requests).toEqual([
    { state: null, questions: new Map([["question", { kind: "yesno", ask: "Is it?" }]]) },
  ]);
});

it("says what the model has used up, when it does", async () => {
  const told = (inputTokens: number): DecisionModel => ({
    id: "d",
    limits: { maxOptions: 2 },
    decide: async () => ({
      model: "d-1",
      inputTokens,
      answers: new Map([["question", { kind: "yesno", probability: 1 }]]),
    }),
  });
  expect(await decide({ question: "?" }, { decision: { decider: told(12) } })).toMatchObject({
    usage: { input_tokens: 12 },
  });
  expect(await decide({ question: "?" }, { decision: { decider: told(Number.NaN) } })).not.toHaveProperty("usage");
});

it("fails when the model refuses to answer", async () => {
  await expect(
    decide({ question: "?" }, { decision: { decider: answering({ kind: "refused" }) } }),
  ).rejects.toMatchObject({
    name: "ToolError",
    class: "tool_error",
    effect: "none",
    message: "The decision model `weights@test` refused to answer the question.",
  });
});

it.each<[string, ModelRolesOptions, JsonObject, string]>([
  [
    "nobody decides",
    {},
    {},
    "No decision model plays the role `decider`: configure `[models.decider]`, or have the host application pass one for this role.",
  ],
  [
    "nobody has the role that is named",
    { decision: { decider: weightedDecider({}) } },
    { model: "constructor" },
    "No decision model plays the role `constructor`: configure `[models.constructor]`, or have the host application pass one for this role.",
  ],
  [
    "a chat model plays it",
    { chat: { decider: fakeChat([]) } },
    {},
    "The role `decider` is played by a chat model, and a decision model is needed: configure `[models.decider]`, or have the host application pass one for this role.",
  ],
])("is denied when %s, and names the role", async (_name, models, input, message) => {
  await expect(decide({ question: "?", ...input }, models)).rejects.toMatchObject({
    code: "tool/unavailable",
    class: "denied",
    effect: "none",
    message,
  });
});

it.each([
  ["rate_limited", "rate_limited"],
  ["unavailable", "unavailable"],
  ["timeout", "timeout"],
  ["quota", "denied"],
  ["bad_response", "tool_error"],
] as const)("fails on %s with the class %s", async (code, errorClass) => {
  const decider = weightedDecider({}, { fail: () => new DecisionError(code, "No.") });
  await expect(decide({ question: "?" }, { decision: { decider } })).rejects.toMatchObject({
    name: "ToolError",
    message: "No.",
    class: errorClass,
    effect: "none",
  });
});

it("keeps to the limits of the model, and asks nothing beyond them", async () => {
  const decider = weightedDecider({}, { limits: { maxOptions: 2 } });
  await expect(decide({ question: "?", options: ["a", "b", "c"] }, { decision: { decider } })).rejects.toMatchObject({
    class: "invalid_input",
    effect: "none",
    message: "The 3 options of the question `question` are more than the 2 that the model takes.",
  });
  expect(decider.requests).toEqual([]);
});

const schemaRefuses: [string, JsonObject, string, string][] = [
  ["no question", {}, "", "`question` is missing"],
  ["an empty question", { question: "" }, "/question", "must have at least 1 character"],
  ["options and levels", { question: "?", options: ["a"], levels: ["a", "b"] }, "/levels", "is not allowed here"],
  ["one level", { question: "?", levels: ["a"] }, "/levels", "must have at least 2 items"],
  ["no options in a list", { question: "?", options: [] }, "/options", "must have at least 1 item"],
  ["no options in a map", { question: "?", options: {} }, "/options", "must have at least 1 property"],
  ["a label twice", { question: "?", options: ["a", "a"] }, "/options", "must not have two equal items"],
  ["a description that is none", { question: "?", options: { a: 1 } }, "/options/a", "must be a string or null, got 1"],
  ["a key that it does not have", { question: "?", choices: [] }, "", "`choices` is not known here"],
];

it.each(schemaRefuses)("its schema refuses %s", async (_name, input, pointer, message) => {
  const failure: unknown = await decide(input).catch((error: unknown) => error);
  const [problem] = JSON.parse((failure as Error).message.slice("input: ".length)) as JsonObject[];
  expect([problem?.["pointer"], problem?.["message"]]).toEqual([pointer, message]);
});

it.each<[string, JsonObject, string]>([
  [
    "options and levels",
    { options: ["a"], levels: ["a", "b"] },
    "`options` and `levels` exclude each other: give one of them, or neither for a yes/no question.",
  ],
  ["one level", { levels: ["a"] }, "`levels` needs at least 2 texts, from the lowest level to the highest."],
  ["no options", { options: [] }, "`options` is empty: give at least one label to choose."],
  ["a label twice", { options: ["a", "a"] }, "`options` names a label twice: each can be chosen once."],
])("refuses %s itself, for a host that checks no schema", async (_name, input, message) => {
  const tool = builtinNamed("decide", catalogWith({}));
  const context = { signal: new AbortController().signal, runId: "r", key: "k", depth: 0 };
  await expect(tool.run({ question: "?", ...input } as never, context)).rejects.toMatchObject({
    code: "input/invalid",
    class: "invalid_input",
    effect: "none",
    message,
  });
});
