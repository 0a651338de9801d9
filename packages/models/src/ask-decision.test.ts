import { expect, it } from "vitest";
import { askDecision } from "./ask-decision.ts";
import { DecisionError } from "./decision-error.ts";
import type { DecisionLimits, DecisionModel, DecisionRequest, DecisionResult, Question } from "./decision-model.ts";

const model = (
  decide: DecisionModel["decide"],
  limits: DecisionLimits = { maxOptions: 2, maxQuestions: 2 },
): DecisionModel => ({
  id: "decider@test",
  limits,
  decide,
});
const good: DecisionResult = { model: "m-1", answers: new Map([["q", { kind: "yesno", probability: 0.7 }]]) };
const request = (...questions: Question[]): DecisionRequest => ({
  state: "s",
  questions: new Map(questions.map((question, index) => [index === 0 ? "q" : `q${index}`, question])),
});
const yesno: Question = { kind: "yesno", ask: "Is it?" };

async function failure(work: Promise<unknown>): Promise<unknown[]> {
  try {
    return ["ok", await work];
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    return [error.code, error.retryable, error.message];
  }
}

it("gives back what the model answered", async () => {
  expect(
    await askDecision(
      model(async () => good),
      request(yesno),
    ),
  ).toBe(good);
});

it.each<[string, DecisionRequest, unknown[]]>([
  ["nothing", request(), ["invalid", false, "A decision needs at least one question."]],
  [
    "too many questions",
    request(yesno, yesno, yesno),
    ["too_large", false, "3 questions are more than the 2 that the model takes at once."],
  ],
  [
    "too many options",
    request({
      kind: "choice",
      ask: "?",
      options: new Map([
        ["a", null],
        ["b", null],
        ["c", null],
      ]),
    }),
    ["too_large", false, "The 3 options of the question `q` are more than the 2 that the model takes."],
  ],
  [
    "no options",
    request({ kind: "choice", ask: "?", options: new Map() }),
    ["invalid", false, "The question `q` has no options."],
  ],
  [
    "one level",
    request({ kind: "score", ask: "?", levels: ["a"] }),
    ["invalid", false, "The question `q` has 1 levels; there must be 2 to 10."],
  ],
])("asks the model nothing when the request holds %s", async (_name, asked, expected) => {
  let calls = 0;
  const counting = model(async () => {
    calls += 1;
    return good;
  });
  expect(await failure(askDecision(counting, asked))).toEqual(expected);
  expect(calls).toBe(0);
});

it("turns whatever a model throws into a DecisionError", async () => {
  const own = new DecisionError("quota", "The quota is used up.", { status: 429 });
  expect(
    await failure(
      askDecision(
        model(() => Promise.reject(own)),
        request(yesno),
      ),
    ),
  ).toEqual(["quota", false, "The quota is used up."]);
  expect(
    await failure(
      askDecision(
        model(() => Promise.reject(new TypeError("x is undefined"))),
        request(yesno),
      ),
    ),
  ).toEqual(["unavailable", true, "The decision model decider@test failed."]);
  expect(
    await failure(
      askDecision(
        model(async () => ({}) as DecisionResult),
        request(yesno),
      ),
    ),
  ).toEqual(["bad_response", false, "The decision model decider@test returned no map of answers."]);
});

it("says cancelled when the signal was the reason", async () => {
  const controller = new AbortController();
  const hanging = model(
    (_request, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new Error("AbortError")));
      }),
  );
  const work = failure(askDecision(hanging, request(yesno), { signal: controller.signal }));
  controller.abort();
  const expected = ["cancelled", false, "The question to the decision model decider@test was given up."];
  expect(await work).toEqual(expected);
  expect(await failure(askDecision(hanging, request(yesno), { signal: controller.signal }))).toEqual(expected);
});
