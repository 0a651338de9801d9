import { expect, it } from "vitest";
import { matchesAny, wordOf } from "./tool-globs.ts";

it.each([
  [[], false],
  [["x", "read_*"], true],
  [["Read_*"], false],
  [["r??d_file"], true],
])("one of %j matches read_file: %s", (globs, expected) => {
  expect(matchesAny(globs, "read_file")).toBe(expected);
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

it("takes a glob of more than 1,000 characters for a name, and does not throw", () => {
  const long = "a*".repeat(600);
  expect([matchesAny([long], "a".repeat(600)), matchesAny([long], long), wordOf([`!${long}`], long)]).toEqual([
    false,
    true,
    false,
  ]);
});
