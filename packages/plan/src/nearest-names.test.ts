import { expect, test } from "vitest";
import { nearestNames } from "./nearest-names.ts";

const keys = [
  "identifier",
  "description",
  "input_schema",
  "output_schema",
  "steps",
  "output",
  "tool_name",
  "timeout",
  "minimum",
];

test.each([
  ["identifer", ["identifier"]],
  ["toolName", ["tool_name"]],
  ["tool", ["tool_name"]],
  ["min", ["minimum"]],
  ["input-schema", ["input_schema", "output_schema"]],
  ["zzz", []],
  ["", []],
])("%s", (name, near) => {
  expect(nearestNames(name, keys)).toEqual(near);
});

test.each<[string, readonly string[], readonly string[]]>([
  ["plan__p1", ["plan__p2", "plan__p4"], []],
  ["step1", ["step2", "step", "step12"], []],
  ["a", ["b", "ab"], []],
  ["ok", ["no"], []],
  ["too", ["to"], ["to"]],
  ["opne", ["open"], ["open"]],
  ["fs__a", ["fs__b", "fs__ab"], []],
  ["user__sort", ["user__port", "user__list"], ["user__port"]],
  ["list_documents_v1", ["list_documents_v2"], ["list_documents_v2"]],
  ["tikcets__list", ["tickets__list"], ["tickets__list"]],
  ["plan__page", ["builtin_plan__page"], ["builtin_plan__page"]],
])("%s of %j", (name, candidates, near) => {
  expect(nearestNames(name, candidates)).toEqual(near);
});

test("a slip of one letter stands before a longer name, and no more than asked for are given", () => {
  const names = ["fs__read_files", "fs__read_file_info", "fs__read_text", "fs__write_file"];
  expect(nearestNames("fs__read_file", names, 2)).toEqual(["fs__read_files", "fs__read_file_info"]);
  expect(nearestNames("fs__read_file", new Set(names), 1)).toEqual(["fs__read_files"]);
  expect(nearestNames("x".repeat(300), ["x".repeat(299)])).toEqual([]);
});
