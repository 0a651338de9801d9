import { expect, test } from "vitest";
import { UsageError } from "../usage-error.ts";
import { readInput, type InputSources } from "./read-input.ts";

const sources: InputSources = {
  file: async (path) => (path === "in.json" ? '{"a": 1, "b": 2}' : "[1]"),
  standardInput: async () => '{"c": 3}',
};

const schema = {
  type: "object",
  properties: { n: { type: "number" }, query: { type: "string" } },
} as const;

test.each([
  [["n=5", "query=a=b"], { n: 5, query: "a=b" }],
  [['{"n": "5"}'], { n: "5" }],
  [["@in.json"], { a: 1, b: 2 }],
  [["@in.json", '{"b": 9}', "-", "n=1"], { a: 1, b: 9, c: 3, n: 1 }],
  [["n=1", "n=2"], { n: 2 }],
  [[], {}],
])("%j", async (values, input) => {
  expect(await readInput(values, schema, sources)).toEqual({ input, problems: [] });
});

test("a text that does not fit its type, and a name that nobody declared", async () => {
  const { input, problems } = await readInput(["n=5x", "querry=x"], schema, sources);
  expect(input).toEqual({});
  expect(problems).toMatchObject([
    { code: "input/invalid", at: "/n", message: 'The input `n` has to be a number; "5x" is not.' },
    { code: "input/unknown-property", at: "/querry", message: "There is no input `querry`. Did you mean `query`?" },
  ]);
});

test("names are free where the schema says so, and own keys only", async () => {
  const open = { ...schema, additionalProperties: true };
  expect((await readInput(["other=5", "__proto__=x"], open, sources)).problems).toEqual([]);
  expect((await readInput(["__proto__=x"], open, sources)).input).toEqual(JSON.parse('{"__proto__": "x"}'));
  expect((await readInput(["constructor=x"], schema, sources)).problems).toHaveLength(1);
});

test.each([["n"], ["=5"], ["@list.json"], ["{"], ["{]"]])("%j is wrong usage", async (value) => {
  await expect(readInput([value], schema, sources)).rejects.toThrow(UsageError);
});

test.each([
  ['{"a": 1,}', 'it cannot go on with "}" at line 1, column 9'],
  ['{\n  "a": x}', 'it cannot go on with "x" at line 2, column 8'],
  ['{"a": 1', "it ends too soon"],
])("%j is refused with its place", async (value, words) => {
  await expect(readInput([value], schema, sources)).rejects.toThrow(words);
});

test("a byte order mark before a document is passed over", async () => {
  const marked: InputSources = { ...sources, standardInput: async () => '\uFEFF{"c": 3}' };
  expect((await readInput(["-"], schema, marked)).input).toEqual({ c: 3 });
  const empty: InputSources = { ...sources, standardInput: async () => "" };
  await expect(readInput(["-"], schema, empty)).rejects.toThrow("it is empty");
});

test("a number in a document that would lose digits is told, whatever it comes from", async () => {
  const lossy: InputSources = {
    file: async () => '{"a": 12345678901234567891}',
    standardInput: async () => '{"a": [1e999]}',
  };
  for (const [value, number] of [
    ["@x", "12345678901234567891"],
    ["-", "1e999"],
    ['{"a": 9007199254740993}', "9007199254740993"],
  ] as const) {
    const { problems } = await readInput([value], undefined, lossy);
    expect(problems).toMatchObject([{ code: "input/invalid" }]);
    expect(problems[0]?.message).toContain(`The number ${number} `);
  }
  expect((await readInput(['{"a": "12345678901234567891"}'], undefined, lossy)).problems).toEqual([]);
});
