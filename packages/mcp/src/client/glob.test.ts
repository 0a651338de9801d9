import * as fc from "fast-check";
import { expect, it } from "vitest";
import { matchesGlob, wordOf } from "./glob.ts";

it.each([
  ["*", "", true],
  ["*", "anything", true],
  ["read_*", "read_file", true],
  ["read_*", "Read_file", false],
  ["*_file", "read_text_file", true],
  ["r?ad", "read", true],
  ["r?ad", "rad", false],
  ["a*b*c", "aXbYbZc", true],
  ["a*b*c", "aXbY", false],
  ["", "", true],
  ["", "a", false],
  ["a.c", "abc", false],
])("%s matches %s: %s", (glob, name, expected) => {
  expect(matchesGlob(glob, name)).toBe(expected);
});

it("agrees with a regular expression", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
  fc.assert(
    fc.property(letters, fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 }), (glob, name) => {
      const pattern = new RegExp(`^${glob.replaceAll("*", ".*").replaceAll("?", ".")}$`);
      expect(matchesGlob(glob, name)).toBe(pattern.test(name));
    }),
  );
});

it("ends in time for a glob of many stars", () => {
  const began = performance.now();
  expect(matchesGlob(`${"*a".repeat(200)}b`, "a".repeat(5000))).toBe(false);
  expect(performance.now() - began).toBeLessThan(500);
});

it.each([
  [undefined, undefined],
  [[], undefined],
  [["x"], undefined],
  [["read*"], true],
  [["*", "!read*"], false],
  [["!*", "read_file"], true],
])("the word of %j about read_file is %s", (globs, expected) => {
  expect(wordOf(globs, "read_file")).toBe(expected);
});
