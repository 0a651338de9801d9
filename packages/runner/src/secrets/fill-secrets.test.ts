import type { JsonObject } from "@graph/plan";
import { expect, test } from "vitest";
import { fillSecrets } from "./fill-secrets.ts";
import { createSecretSource } from "./secret-source.ts";

const source = createSecretSource(
  new Map([
    ["A", "s3cret-a"],
    ["B", "<<secrets.A>>"],
  ]),
);

test("a secret stands where its slot says, and what does not change is shared", () => {
  const input = { "a/b": ["x", { "~": "***" }], rest: { deep: [1] } };
  const filled = fillSecrets(input, [{ pointer: "/a~1b/1/~0", parts: ["Bearer ", { secret: "A" }] }], source);
  expect(filled).toEqual({ input: { "a/b": ["x", { "~": "Bearer s3cret-a" }], rest: { deep: [1] } } });
  expect(input).toEqual({ "a/b": ["x", { "~": "***" }], rest: { deep: [1] } });
  expect("input" in filled && filled.input["rest"]).toBe(input.rest);
});

test("what a secret holds is no template and no pattern", () => {
  const slots = [{ pointer: "/x", parts: [{ secret: "B" }, "$&"] }];
  expect(fillSecrets({ x: "***$&" }, slots, source)).toEqual({ input: { x: "<<secrets.A>>$&" } });
});

test.each([
  ["is not set", "OTHER", source],
  ["has no source", "A", undefined],
])("the name of one that %s", (_, secret, from) => {
  const slots = [{ pointer: "/x", parts: [{ secret }] }];
  expect(fillSecrets({ x: "***" }, slots, from)).toEqual({ missing: secret });
});

test("without slots it is the input itself", () => {
  const input: JsonObject = { x: 1 };
  const filled = fillSecrets(input, [], source);
  expect("input" in filled && filled.input).toBe(input);
});
