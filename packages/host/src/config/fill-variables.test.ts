import { expect, test } from "vitest";
import { fillVariables } from "./fill-variables.ts";

const environment = new Map([
  ["A", "1"],
  ["B", "${A}"],
]);

test.each([
  ["${A}/x", "1/x", []],
  ["$A $${A}", "$A ${A}", []],
  ["${B}", "${A}", []],
  ["${MISSING}${A}", "1", ["MISSING"]],
  ["${not a name}", "${not a name}", []],
])("%s", (text, expected, missing) => {
  expect(fillVariables(text, (name) => environment.get(name))).toMatchObject({ text: expected, missing });
});

test("what was filled in is told, so that it can be masked", () => {
  const filled = fillVariables("${A} ${B} ${MISSING} $${A}", (name) => environment.get(name));
  expect(filled.values).toEqual(["1", "${A}"]);
});
