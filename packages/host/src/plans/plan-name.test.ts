import { expect, test } from "vitest";
import { readPlanReference } from "./plan-name.ts";

test.each([
  ["triage", { kind: "name", identifier: "triage", replaced: false }],
  ["plan__triage", { kind: "name", identifier: "triage", replaced: false }],
  ["builtin_plan__triage", { kind: "name", identifier: "triage", replaced: true }],
  ["./x.yaml", { kind: "path", path: "./x.yaml" }],
  ["../other/x.yml", { kind: "path", path: "../other/x.yml" }],
  ["x.json", { kind: "path", path: "x.json" }],
] as const)("%s", (text, expected) => {
  expect(readPlanReference(text)).toEqual(expected);
});

test.each([
  "../../secret",
  "..\\..\\secret",
  "a/b",
  "",
  "x y",
  "nul",
  "COM1",
  "a\0.yaml",
  "9x",
  "x".repeat(52),
  "plan__../x",
])("%j is refused before a file is touched", (text) => {
  expect(readPlanReference(text)).toMatchObject({ kind: "bad", diagnostic: { code: "name/bad-name" } });
});
