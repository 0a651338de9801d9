import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each([
  ['{"a": 1,}', 8],
  ["{'a': 1}", 1],
  ['{"a": [1, 2}', 11],
  ['{"a" 1}', 5],
  ['{"a": nope}', 6],
  ['{"a": 01}', 6],
  ['{"a": 1', 7],
  ["{} {}", 3],
  ["[,1]", 1],
  ['{"a": "x\ny"}', 6],
  ["", 0],
])("%j is no JSON from %d on", (text, offset) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(jsonFault(text)).toBe(offset);
});

test("what is JSON is read to its end", () => {
  const text = '{"a": [1, -2.5e3, {"b": null}, []], "c": {}, "d": "\\u00e9\\n"}';
  expect(jsonFault(text)).toBe(text.length);
});
