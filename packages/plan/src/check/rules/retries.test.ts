import { expect, test } from "vitest";
import { only, told } from "../../../test-support/told.ts";

const plan = (retry: string, ...steps: readonly string[]): string =>
  `defaults: {retry: ${retry}}\nsteps:\n${steps.map((step) => `  - {${step}}\n`).join("")}`;
const write = (id: string): string => `id: ${id}, tool_name: fake__write`;

test.each<[string, string, string]>([
  ["one step", plan("{max_attempts: 2}", write("a"), "id: b, tool_name: fake__echo"), "`a`"],
  ["three", plan("{max_attempts: 2}", write("a"), write("b"), write("c")), "`a`, `b`, `c`"],
  [
    "more than are named",
    plan("{max_attempts: 2}", write("a"), write("b"), write("c"), write("d"), write("e")),
    "`a`, `b`, `c` and 2 more",
  ],
  [
    "one in a body",
    plan("{max_attempts: 2}", "id: m, tool_name: map, input: {over: [1], do: {tool_name: fake__write}}"),
    "`m/@do`",
  ],
])("the retry of `defaults` that will not hold for %s", (_title, text, names) => {
  expect(only(text)).toMatchObject({
    code: "step/retry-not-applied",
    severity: "warning",
    path: "/defaults/retry",
    line: 3,
    column: 12,
    message: `After \`timeout\`, \`unavailable\` ${names} will not be tried again unless known not to have acted: nobody has declared the tool read-only or idempotent. Give such a step an \`idempotency_key\` where its tool has a place for one, or a \`retry\` of its own.`,
  });
});

test.each([
  ["only reads", plan("{max_attempts: 2}", "id: b, tool_name: fake__echo")],
  ["errors that have not acted", plan("{max_attempts: 2, errors: [rate_limited]}", write("a"))],
  ["one attempt", plan("{max_attempts: 1}", write("a"))],
  ["a retry of its own", plan("{max_attempts: 2}", `${write("a")}, retry: {max_attempts: 1}`)],
  ["a key", plan("{max_attempts: 2}", "id: a, tool_name: fake__send, input: {to: x}, idempotency_key: k")],
])("of `defaults` nothing is said: %s", (_title, text) => {
  expect(told(text)).toEqual([]);
});
