import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { compileGate } from "./compile-gate.ts";
import { type GateQuestion, modelsAsked } from "./gate-question.ts";

const input: JsonObject = { x: "late", n: 5, role: "judge", list: ["a"] };
const scope = { read: (): Json => input };

/** What a gate asks when every answer is this one, and how it decides. */
function asked(gate: Json, answer = true): { readonly questions: readonly GateQuestion[]; readonly holds: boolean } {
  const questions: GateQuestion[] = [];
  const ask = (question: GateQuestion): boolean => {
    questions.push(question);
    return answer;
  };
  return { holds: compileGate(gate)(scope, { ask }), questions };
}

describe("what a gate asks a model", () => {
  test.each<[Json, GateQuestion]>([
    [{ decide: "Is it so?" }, { kind: "decide", index: 0, question: "Is it so?", state: null, minProbability: 0.5 }],
    [
      { decide: "Is it <<input.x>>?", state: { n: "<<input.n>>" }, model: "<<input.role>>", min_probability: 0 },
      { kind: "decide", index: 0, question: "Is it late?", state: { n: 5 }, model: "judge", minProbability: 0 },
    ],
    [
      { infer: "<<input.list>>", model: "default" },
      { kind: "infer", index: 0, question: '["a"]', state: null, model: "default", minProbability: 0.5 },
    ],
  ])("%j", (gate, question) => {
    expect(asked(gate)).toEqual({ questions: [question], holds: true });
    expect(asked(gate, false).holds).toBe(false);
  });

  test("questions are counted in document order, asked or not", () => {
    const gate = { all: [{ decide: "a" }, { any: [true, { infer: "b" }] }, { not: { decide: "c" } }] };
    expect(asked(gate)).toMatchObject({
      holds: false,
      questions: [
        { index: 0, question: "a" },
        { index: 2, question: "c" },
      ],
    });
    expect(asked(gate, false).questions.map(({ index }) => index)).toEqual([0]);
  });

  test("what the one who asks throws goes through, as it is", () => {
    const thrown = new Error("not yet");
    const ask = (): never => {
      throw thrown;
    };
    expect(() => compileGate({ infer: "a" })(scope, { ask })).toThrow(thrown);
  });

  test("a role that is no name is an error, not the default role", () => {
    expect(() => asked({ any: [{ infer: "a", model: "<<input.n>>" }] })).toThrow(
      expect.objectContaining({
        code: "step/gate-types",
        pointer: "/any/0/model",
        message: "`model` is the name of a role, and this yields a number.",
      }),
    );
  });
});

test.each<[Json | undefined, string[]]>([
  [undefined, []],
  ["<<input.x>>", []],
  [{ value: { decide: "x" }, op: "eq", to: { infer: "x" } }, []],
  [{ decide: "a" }, ["decide"]],
  [{ all: [{ not: { infer: "a" } }, { any: [{ decide: "b" }] }] }, ["infer", "decide"]],
])("models that are asked: %j", (gate, kinds) => {
  expect([...modelsAsked(gate)]).toEqual(kinds);
});

test("a gate that is nested too deep asks nobody, and does not overflow", () => {
  let gate: Json = { decide: "a" };
  for (let depth = 0; depth < 50_000; depth++) gate = { not: gate };
  expect([...modelsAsked(gate)]).toEqual([]);
});
