import { expect, test } from "vitest";
import { compileExpression } from "./compile-expression.ts";
import { TemplateError } from "./template-error.ts";

test("a call of a helper that does not exist fails when it is evaluated", () => {
  const evaluate = compileExpression({ type: "call", helper: "toString", arguments: [], named: [] });
  expect(() => evaluate({ read: () => null })).toThrow(TemplateError);
});

test("a plain path costs next to nothing", () => {
  const value = { list: [{ name: "x" }] };
  const evaluate = compileExpression({ type: "path", root: "input", segments: ["list", 0, "name"] });
  const scope = { read: () => value };
  let best = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    for (let times = 0; times < 100_000; times += 1) {
      evaluate(scope);
    }
    best = Math.min(best, performance.now() - started);
  }
  // Measured: 4 ms; the bound leaves room for a busy machine.
  expect(best).toBeLessThan(100);
});
