import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inexactNumber, losesDigits } from "./exact-numbers.ts";

test.each([
  ["9007199254740991", false],
  ["9007199254740992", false],
  ["-9007199254740992", false],
  ["12345678901234567891", true],
  ["12345678901234567891.0", true],
  ["1e300", false],
  ["1e400", true],
  ["0.1234567890123456789", false],
  ["5", false],
])("%s loses digits: %s", (text, expected) => {
  expect(losesDigits(text)).toBe(expected);
});

test.each([
  ['{"i": 12345678901234567891}', "12345678901234567891"],
  ['{"i": [1, {"j": -12345678901234567891}]}', "-12345678901234567891"],
  ['{"12345678901234567891": "12345678901234567891", "a": "\\\\", "b": "\\"12345678901234567891"}', undefined],
  ['{"a": 1e400}', "1e400"],
  ["{}", undefined],
])("the number in %s that would change", (json, expected) => {
  expect(inexactNumber(json)).toBe(expected);
});

test("of JSON that JavaScript has written, none does", () => {
  const value = fc.oneof(fc.maxSafeInteger(), fc.string(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(value)), (data) => {
      expect(inexactNumber(JSON.stringify(data))).toBeUndefined();
    }),
  );
});
