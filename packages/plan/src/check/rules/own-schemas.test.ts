import { expect, test } from "vitest";
import { checkPlan } from "../../check-plan.ts";
import { parsePlan } from "../../parse-plan.ts";

const catalog = { get: () => undefined, entries: () => [], servers: () => [], plan: () => undefined };

test.each([
  ["{type: banana}", "error schema/bad-value"],
  ["{$ref: '#/$defs/nowhere'}", "error schema/bad-value"],
  ["{$ref: 'http://example.org/x'}", "error schema/bad-value"],
  ["{type: object, properties: {a: {$ref: 'file:///etc/passwd'}}}", "error schema/bad-value"],
  ["{properties: 5}", "warning tool/schema-unchecked"],
  ["{$ref: '#'}", "error schema/bad-value"],
  ["{type: object, properties: {a: {type: string, pattern: '(?=x)y'}}}", "warning tool/schema-unchecked"],
])("a schema of the plan's own that checks nothing is told of: %s", (schema, expected) => {
  for (const key of ["input_schema", "output_schema"]) {
    const plan = parsePlan(`identifier: a\ndescription: b\n${key}: ${schema}\nsteps: []\noutput: {v: 1}\n`);
    const found = checkPlan(plan, catalog).diagnostics.map(({ severity, code, line }) => `${severity} ${code} ${line}`);
    expect(found).toContain(`${expected} 3`);
  }
});
