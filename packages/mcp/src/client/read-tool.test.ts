import type { JsonObject } from "@graph/plan";
import { describe, expect, it } from "vitest";
import type { ListedTool } from "./list-tools.ts";
import { readTool } from "./read-tool.ts";
import type { ServerConfig } from "./server-config.ts";

const raw: ListedTool = {
  name: "save",
  title: "Save",
  description: "Saves a note.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", description: "What to save" }, key: { type: "string" } },
    required: ["text"],
  },
  outputSchema: { type: "object", properties: { id: { type: "string" } } },
  annotations: { readOnlyHint: false, idempotentHint: true, title: "Saver", other: 1 },
};

const read = (tool: ListedTool, config: Partial<ServerConfig> = {}): ReturnType<typeof readTool> =>
  readTool(
    tool,
    `srv__${tool.name}`,
    { id: "srv", kind: "stdio", command: "x", ...config } as ServerConfig,
    () => null,
  );

it("keeps what the server says", () => {
  const { tool, ignoredOutputSchema } = read(raw, { tags: ["notes"], category: "text" });
  expect(tool).toMatchObject({
    name: "srv__save",
    title: "Save",
    description: "Saves a note.",
    inputSchema: raw["inputSchema"],
    outputSchema: raw["outputSchema"],
    annotations: { readOnlyHint: false, idempotentHint: true, title: "Saver" },
    owner: { kind: "server", server: "srv", tool: "save" },
    tags: ["notes"],
    category: "text",
    readOnly: false,
    repeatable: false,
    unusable: undefined,
    unchecked: undefined,
  });
  expect(ignoredOutputSchema).toBeUndefined();
});

it.each<[string, JsonObject, Partial<ServerConfig>, boolean, boolean]>([
  ["nobody", {}, {}, false, false],
  ["the server", { readOnlyHint: true }, {}, true, false],
  ["the server, trusted", { readOnlyHint: true }, { trustAnnotations: true }, true, true],
  ["the server, trusted, idempotent", { idempotentHint: true }, { trustAnnotations: true }, false, true],
  ["the operator: reads", {}, { readOnly: ["sa*"] }, true, true],
  ["the operator: does not read", { readOnlyHint: true }, { readOnly: ["!save"] }, false, false],
  ["the operator: idempotent", {}, { idempotent: ["*"] }, false, true],
  [
    "the operator: not idempotent",
    { idempotentHint: true },
    { trustAnnotations: true, idempotent: ["!save"] },
    false,
    false,
  ],
  ["the operator, of another tool", {}, { readOnly: ["load"] }, false, false],
])("what it does, by the word of %s", (_who, annotations, config, readOnly, repeatable) => {
  expect(read({ ...raw, annotations }, config).tool).toMatchObject({ readOnly, repeatable });
});

it.each<readonly [string, Partial<ServerConfig>, boolean]>([
  ["nobody else", {}, false],
  ["the operator, who only says that it is idempotent", { idempotent: ["save"] }, false],
  ["the operator, who trusts its annotations", { trustAnnotations: true }, true],
  ["the operator, who says that it reads", { readOnly: ["save"] }, true],
])("a server's read-only hint counts for caches by the word of %s", (_who, config, trustedReadOnly) => {
  const { tool } = read({ ...raw, annotations: { readOnlyHint: true } }, config);
  expect(tool).toMatchObject({ readOnly: true, trustedReadOnly });
});

it.each([
  ["its description", { description: "Mine." }, { description: "Mine." }],
  [
    "its output",
    { outputSchema: { type: "array" }, outputExample: [1] },
    { outputSchema: { type: "array" }, outputExample: [1] },
  ],
])("lets the operator replace %s", (_what, override, expected) => {
  expect(read(raw, { toolOverrides: { save: override } }).tool).toMatchObject(expected);
});

it("has a place for a key only when the tool has", () => {
  expect(read(raw, { idempotencyArgument: "key" }).tool.idempotencyArgument).toBe("key");
  expect(read(raw, { idempotencyArgument: "other" }).tool.idempotencyArgument).toBeUndefined();
  expect(read(raw, { idempotencyArgument: "toString" }).tool.idempotencyArgument).toBeUndefined();
});

it("cuts and shows what a description hides", () => {
  const { tool } = read({ ...raw, description: `Do\u200b this. ${"x".repeat(5000)}`, title: "T\u202e" });
  expect(tool.description).toHaveLength(2048);
  expect(tool.description.startsWith("Do\\u{200b} this. xxx")).toBe(true);
  expect(tool.title).toBe("T\\u{202e}");
});

const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`) as JsonObject;

it.each<[string, JsonObject | undefined, RegExp]>([
  ["no schema", undefined, /^it has no `inputSchema`$/],
  ["a list", [] as unknown as JsonObject, /^its `inputSchema` is not an object$/],
  ["a type that is no object", { type: "string" }, /^its `inputSchema` has the type "string"/],
  ["several types", { type: ["object", "null"] }, /something that is no type/],
  ["a reference to elsewhere", { type: "object", properties: { a: { $ref: "http://127.0.0.1/x" } } }, /\$ref/],
  ["a schema that is too deep", { type: "object", x: deep }, /nested deeper/],
])("says why it cannot be used: %s", (_what, inputSchema, reason) => {
  const { inputSchema: _gone, ...rest } = raw;
  const { tool } = read(inputSchema === undefined ? rest : { ...rest, inputSchema });
  expect(tool.unusable).toMatch(reason);
  expect(tool.inputSchema).toEqual({ type: "object" });
  expect(tool.digest).toMatch(/^[0-9a-f]{64}$/);
});

it("ignores an output schema that cannot be used, and says so", () => {
  const { tool, ignoredOutputSchema } = read({ ...raw, outputSchema: { $ref: "file:///etc/passwd" } });
  expect(tool.outputSchema).toBeUndefined();
  expect(tool.unusable).toBeUndefined();
  expect(ignoredOutputSchema).toContain("$ref");
});

it("leaves a schema in a dialect that is not checked usable", () => {
  const { tool } = read({
    ...raw,
    inputSchema: {
      $schema: "http://json-schema.org/draft-04/schema#",
      type: "object",
      properties: { n: { minimum: 0, exclusiveMinimum: true } },
    },
  });
  expect(tool.unusable).toBeUndefined();
  expect(tool.unchecked).toContain("draft-04");
});

describe("the digest", () => {
  const { digest } = read(raw).tool;

  it("does not depend on the order of keys, nor on the config", () => {
    expect(
      read({ ...Object.fromEntries(Object.entries(raw).toReversed()), name: raw.name }, { category: "x" }).tool.digest,
    ).toBe(digest);
  });

  it.each(Object.keys(raw))("depends on %s", (key) => {
    expect(read({ ...raw, [key]: key === "name" ? "other" : { type: "object" } }).tool.digest).not.toBe(digest);
  });

  it("depends on what stands behind the cut of a description", () => {
    const long = "x".repeat(5000);
    expect(read({ ...raw, description: `${long}a` }).tool.digest).not.toBe(
      read({ ...raw, description: `${long}b` }).tool.digest,
    );
  });
});
