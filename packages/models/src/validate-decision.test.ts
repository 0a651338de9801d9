import { array, assert, double, property } from "fast-check";
import { expect, it } from "vitest";
import { DecisionError } from "./decision-error.ts";
import type { Answer, DecisionRequest, DecisionResult, Question } from "./decision-model.ts";
import { sumTolerance, validateDecision } from "./validate-decision.ts";

const labels = (count: number): ReadonlyMap<string, null> =>
  new Map(Array.from({ length: count }, (_, index) => [`t${index}`, null]));
const choice = (count: number): Question => ({ kind: "choice", ask: "Which?", options: labels(count) });
const picked = (...values: number[]): Answer => ({
  kind: "choice",
  probabilities: new Map(values.map((value, index) => [`t${index}`, value])),
});
const ask = (question: Question): DecisionRequest => ({ state: null, questions: new Map([["q", question]]) });
const reply = (answer: Answer): DecisionResult => ({ model: "m", answers: new Map([["q", answer]]) });
const score: Question = { kind: "score", ask: "How much?", levels: ["a", "b", "c"] };
const yesno: Question = { kind: "yesno", ask: "Is it?" };

it.each<[string, Question, Answer]>([
  ["an exact sum", choice(3), picked(0.5, 0.3, 0.2)],
  ["a missing label that counts as 0", choice(3), picked(0.5, 0.5)],
  ["a sum at the edge with 3 options", choice(3), picked(0.5, 0.3, 0.225)],
  ["250 options rounded to nothing", choice(250), picked(...Array.from({ length: 250 }, () => 0))],
  ["200 options rounded up", choice(250), picked(...Array.from({ length: 200 }, () => 0.01))],
  ["one of 250 options, the others left out", choice(250), picked(0.3)],
  [
    "an edge of 250 options, half of them rounded up",
    choice(250),
    picked(0.5, ...Array.from({ length: 100 }, () => 0.01)),
  ],
  ["a score", score, { kind: "score", score: 1.2, probabilities: [0.1, 0.6, 0.3] }],
  ["a yes", yesno, { kind: "yesno", probability: 1 }],
  ["a refusal", choice(3), { kind: "refused" }],
])("takes %s as it is", (_name, question, answer) => {
  const result = reply(answer);
  expect(validateDecision(ask(question), result)).toBe(result);
});

it.each<[string, Question, Answer, string]>([
  ["a sum beyond the edge", choice(3), picked(0.5, 0.3, 0.23), "has probabilities that sum up to 1.030 instead of 1"],
  ["no labels", choice(3), picked(), "has probabilities that sum up to 0.000 instead of 1"],
  [
    "an empty map for 250 options, which the sum would allow",
    choice(250),
    picked(),
    "is answered without a choice: no option has a probability over 0, and options are left out",
  ],
  [
    "nothing but a zero for 250 options",
    choice(250),
    picked(0),
    "is answered without a choice: no option has a probability over 0, and options are left out",
  ],
  ["two certain ones of 250", choice(250), picked(1, 1, 0.2), "has probabilities that sum up to 2.200 instead of 1"],
  ["a certain one and another", choice(250), picked(1, 0.03), "has probabilities that sum up to 1.030 instead of 1"],
  [
    "zeros that make up for too much",
    choice(250),
    picked(0.9, 0.9, ...Array.from({ length: 248 }, () => 0)),
    "has probabilities that sum up to 1.800 instead of 1",
  ],
  [
    "250 options that rounding cannot have raised so far",
    choice(250),
    picked(...Array.from({ length: 250 }, () => 0.01)),
    "has probabilities that sum up to 2.500 instead of 1",
  ],
  ["a strange label", choice(1), picked(0.5, 0.5), "is answered with `t1`, which was not offered"],
  [
    "probabilities that are no map",
    choice(2),
    { kind: "choice", probabilities: { t0: 1, t1: 0 } as never },
    "has probabilities that are no `Map` from labels to numbers",
  ],
  [
    "no list of probabilities",
    score,
    { kind: "score", score: 1, probabilities: null as never },
    "has probabilities that are no list",
  ],
  ["null", yesno, null as never, "has no answer"],
  ["NaN", choice(2), picked(Number.NaN, 1), "has a probability outside 0 to 1"],
  ["a number over 1", choice(2), picked(1.01, 0), "has a probability outside 0 to 1"],
  ["a number under 0", choice(2), picked(-0.01, 1), "has a probability outside 0 to 1"],
  ["infinity", yesno, { kind: "yesno", probability: Number.POSITIVE_INFINITY }, "has a probability outside 0 to 1"],
  ["another kind", yesno, picked(1), "is of the kind yesno and is answered as choice"],
  ["too few levels", score, { kind: "score", score: 0, probabilities: [1] }, "has 1 probabilities for 3 levels"],
  ["a score beyond", score, { kind: "score", score: 2.1, probabilities: [0, 0, 1] }, "has a score outside 0 to 2"],
  [
    "a score that is no number",
    score,
    { kind: "score", score: Number.NaN, probabilities: [0, 0, 1] },
    "has a score outside 0 to 2",
  ],
])("refuses %s", (_name, question, answer, problem) => {
  const call = (): unknown => validateDecision(ask(question), reply(answer));
  expect(call).toThrow(DecisionError);
  expect(call).toThrow(`The answer of the decision model cannot be used: the question \`q\` ${problem}.`);
});

it("refuses a question without an answer, and an answer without a question", () => {
  expect(() => validateDecision(ask(yesno), { model: "m", answers: new Map() })).toThrow(
    "the question `q` has no answer",
  );
  const answers = new Map<string, Answer>([
    ["q", { kind: "yesno", probability: 0.5 }],
    ["r", { kind: "yesno", probability: 0.5 }],
  ]);
  expect(() => validateDecision(ask(yesno), { model: "m", answers })).toThrow("the question `r` was not asked");
});

it("takes every distribution that was rounded to two decimals", () => {
  assert(
    property(array(double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 255 }), (weights) => {
      const sum = weights.reduce((total, weight) => total + weight, 0);
      const shares = weights.map((weight) => (sum === 0 ? 1 / weights.length : weight / sum));
      const result = reply(picked(...shares.map((share) => Math.round(100 * share) / 100)));
      expect(validateDecision(ask(choice(weights.length)), result)).toBe(result);
    }),
    { seed: 1, numRuns: 500 },
  );
});

it("allows for two decimals an option", () => {
  expect([sumTolerance(3), sumTolerance(250)]).toEqual([0.025, 1.26]);
});
