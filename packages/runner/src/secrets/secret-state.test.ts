import { expect, test } from "vitest";
import { secretState } from "./secret-state.ts";

test.each([
  [undefined, "unset"],
  ["", "unset"],
  ["12345", "short"],
  ["  123 \n", "short"],
  ["      ", "short"],
  ["123456", "set"],
  ["a b\nc d", "set"],
])("%j is %s", (value, expected) => {
  expect(secretState(value)).toBe(expected);
});
