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

test("a slip of one letter stands before a longer name, and no more than asked for are given", () => {
  const names = ["fs__read_files", "fs__read_file_info", "fs__read_text", "fs__write_file"];
  expect(nearestNames("fs__read_file", names, 2)).toEqual(["fs__read_files", "fs__read_file_info"]);
  expect(nearestNames("fs__read_file", new Set(names), 1)).toEqual(["fs__read_files"]);
  expect(nearestNames("x".repeat(300), ["x".repeat(299)])).toEqual([]);
});
