import { expect, test } from "vitest";
import { parsePlan } from "../parse-plan.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { listDiagnostics, report, sortDiagnostics, withoutRepeats } from "./report.ts";

const plan = parsePlan(
  "identifier: main\ndescription: x\nsteps:\n  - id: a\n    tool_name: x__y\n    input: {v: <<zz>>}\n",
  {
    file: "plans/main.yaml",
  },
);

test("a diagnostic has the severity of its code, and its place", () => {
  expect(
    report(plan.locator, "ref/unknown-step", "There is no `zz`.", "/steps/0/input/v", {
      tagStart: 0,
      tagEnd: 6,
      template: "<<zz>>",
      step: "a",
    }),
  ).toEqual({
    code: "ref/unknown-step",
    severity: "error",
    message: "There is no `zz`.",
    file: "plans/main.yaml",
    line: 6,
    column: 16,
    endLine: 6,
    endColumn: 22,
    offset: 84,
    path: "/steps/0/input/v",
    step: "a",
    template: "<<zz>>",
  });
});

test("related places are looked up, and a severity can be given", () => {
  const made = report(plan.locator, "tool/unknown", "x", "/steps/0/tool_name", {
    severity: "warning",
    related: [{ message: "here", pointer: "/steps/0", firstKey: true }],
  });
  expect(made.severity).toBe("warning");
  expect(made.related).toEqual([{ message: "here", path: "/steps/0", file: "plans/main.yaml", line: 4, column: 5 }]);
});

function made(code: Diagnostic["code"], line: number, severity: Diagnostic["severity"], message = "x"): Diagnostic {
  return { code, severity, message, line, column: 1, offset: line * 10 };
}

test("sorted by place, errors first at one place", () => {
  const list = [
    made("plan/file-name", 1, "note"),
    made("schema/missing-key", 3, "error"),
    made("schema/bad-value", 1, "error"),
  ];
  expect(sortDiagnostics(list).map(({ code }) => code)).toEqual([
    "schema/bad-value",
    "plan/file-name",
    "schema/missing-key",
  ]);
});

test("what is said twice is kept once", () => {
  const twice = [made("tool/unknown", 1, "error", "no such tool"), made("tool/unknown", 1, "error", "in other words")];
  expect(withoutRepeats(twice)).toEqual([twice[0]]);
  const two = [made("schema/missing-key", 1, "error", "id"), made("schema/missing-key", 1, "error", "steps")];
  expect(withoutRepeats([...two, ...two])).toEqual(two);
});

test("fifty are listed, errors before warnings, the rest is counted", () => {
  const warnings = Array.from({ length: 60 }, (_, index) => made("yaml/yes-no", index + 1, "warning"));
  const listed = listDiagnostics([...warnings, made("ref/self", 99, "error")]);
  expect(listed.diagnostics).toHaveLength(50);
  expect(listed.diagnostics.at(-1)?.code).toBe("ref/self");
  expect(listed.diagnostics[0]?.line).toBe(1);
  expect(listed.hidden).toBe(11);
});
