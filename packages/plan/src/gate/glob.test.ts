import * as fc from "fast-check";
import { expect, test } from "vitest";
import { matchesGlob } from "./glob.ts";

test.each([
  ["", "", true],
  ["", "*", true],
  ["", "?", false],
  ["abc", "abc", true],
  ["abc", "ABC", false],
  ["abc", "a*", true],
  ["abc", "*c", true],
  ["abc", "*b*", true],
  ["abc", "a?c", true],
  ["abc", "a??", true],
  ["abc", "a???", false],
  ["a.c", "a[.]c", false],
  ["a[.]c", "a[.]c", true],
  ["a\nb/c", "a*c", true],
  ["a😀c", "a?c", true],
  ["abab", "*ab", true],
  ["mississippi", "m*iss*ip*", true],
  ["mississippi", "m*iss*is", false],
])("%j fits %j: %j", (text, pattern, fits) => {
  expect(matchesGlob(text, pattern)).toBe(fits);
});

test("agrees with a regular expression of the same meaning", () => {
  const sign = fc.constantFrom("a", "b", "*", "?");
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b") }), fc.array(sign, { maxLength: 8 }), (text, signs) => {
      const source = signs.map((part) => (part === "*" ? ".*" : part === "?" ? "." : part)).join("");
      expect(matchesGlob(text, signs.join(""))).toBe(new RegExp(`^${source}$`, "s").test(text));
    }),
    { numRuns: 2000 },
  );
});

test("many stars take no long time", () => {
  const started = performance.now();
  expect(matchesGlob("a".repeat(100_000), `${"*a".repeat(499)}*b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});
