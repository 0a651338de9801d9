import { assert, constantFrom, property, string } from "fast-check";
import { expect, it } from "vitest";
import { matchesGlob } from "./glob.ts";

it.each([
  ["files__read", "files__read", true],
  ["files__read", "files__Read", false],
  ["files__read", "files__*", true],
  ["files__read", "*__read", true],
  ["files__read", "*", true],
  ["", "*", true],
  ["files__read", "f*s__r*d", true],
  ["files__read", "*s*r*", true],
  ["aba", "a*a", true],
  ["a", "a*a", false],
  ["abab", "ab*ab*ab", false],
  ["files__read", "files", false],
  ["files__read", "", false],
  ["a.b", "a?b", false],
  ["a+b", "a+*", true],
])("%s fits %s: %s", (name, pattern, expected) => {
  expect(matchesGlob(name, pattern)).toBe(expected);
});

it("agrees with a regular expression", () => {
  const text = string({ unit: constantFrom("a", "b", "_") });
  const pattern = string({ unit: constantFrom("a", "b", "*") });
  assert(
    property(text, pattern, (name, glob) => {
      expect(matchesGlob(name, glob)).toBe(new RegExp(`^${glob.replaceAll("*", ".*")}$`).test(name));
    }),
    { seed: 1, numRuns: 2000 },
  );
});
