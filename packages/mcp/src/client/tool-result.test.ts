import type { Json, JsonObject } from "@graph/plan";
import { createRedactor } from "@graph/runner";
import { ToolError } from "@graph/tools";
import { describe, expect, it } from "vitest";
import { readToolResult } from "./tool-result.ts";

const text = (words: string): JsonObject => ({ type: "text", text: words });
const image = { type: "image", data: "AA==", mimeType: "image/png" };
const tool = { name: "srv__t", hasOutputSchema: false };

it.each<[string, JsonObject, Json]>([
  ["structured content", { content: [text("x")], structuredContent: { a: 1 } }, { a: 1 }],
  ["structured content that is a list", { content: [], structuredContent: [1, 2] }, [1, 2]],
  ["structured null beside a text", { content: [text("x")], structuredContent: null }, { text: "x" }],
  ["structured null alone", { content: [], structuredContent: null }, null],
  ["a text", { content: [text("hello")] }, { text: "hello" }],
  ["an object as text", { content: [text(' {"a": 1}\n')] }, { a: 1 }],
  ["a list as text", { content: [text("[1, 2]")] }, [1, 2]],
  ["a number as text", { content: [text("17")] }, { text: "17" }],
  ["a JSON string as text", { content: [text('"x"')] }, { text: '"x"' }],
  ["text that only begins like JSON", { content: [text("{not json")] }, { text: "{not json" }],
  ["two documents in one text", { content: [text('{"a":1}{"b":2}')] }, { text: '{"a":1}{"b":2}' }],
  ["several parts", { content: [text("a"), image] }, { content: [text("a"), image] }],
  ["one part that is no text", { content: [image] }, { content: [image] }],
  ["a part of no known kind", { content: [{ type: "nonsense", x: 1 }] }, { content: [{ type: "nonsense", x: 1 }] }],
  ["nothing", { content: [] }, { content: [] }],
  ["no content at all", {}, { content: [] }],
  ["content that is a text", { content: "hello" }, { text: "hello" }],
  ["an empty text", { content: [text("")] }, { text: "" }],
  [
    "half a character",
    { content: [], structuredContent: { "k\ud800": ["v\udc00", 1] } },
    { "k\ufffd": ["v\ufffd", 1] },
  ],
])("%s", (_what, answer, value) => {
  const result = readToolResult(answer, tool);
  expect(result.value).toEqual(value);
  expect(result.warnings).toEqual([]);
});

it("keeps keys such as __proto__ as data", () => {
  const { value } = readToolResult({ content: [text('{"__proto__": {"x": "\\ud800"}}')] }, tool);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":"\ufffd"}}');
});

it.each<[string, JsonObject, string[]]>([
  ["a plain text", { content: [text("hello")] }, ["tool/output-missing"]],
  ["nothing", { content: [] }, ["tool/output-missing"]],
  ["a text that is an object", { content: [text('{"x":"y"}')] }, []],
  ["structured content", { structuredContent: { x: "y" } }, []],
])("warns of %s where a shape is declared: %j", (_what, answer, codes) => {
  expect(readToolResult(answer, { ...tool, hasOutputSchema: true }).warnings.map(({ code }) => code)).toEqual(codes);
});

describe("a failure", () => {
  const failureOf = (answer: JsonObject): ToolError => {
    try {
      readToolResult({ ...answer, isError: true }, { ...tool, hasOutputSchema: true });
    } catch (error) {
      if (error instanceof ToolError) return error;
      throw error;
    }
    throw new Error("no failure");
  };

  it.each<[JsonObject, string]>([
    [{ content: [text("quota exceeded")], structuredContent: { error: "q" } }, "quota exceeded"],
    [{ content: [text("a"), image, text("b")] }, "a\nb"],
    [{ content: [], structuredContent: { error: "q" } }, '{"error":"q"}'],
    [{ content: [] }, "The tool `srv__t` failed and gave no reason."],
    [{ content: [text("red \u001b[31m")] }, "red \\u{1b}[31m"],
  ])("%j has the words of the server", (answer, message) => {
    expect(failureOf(answer)).toMatchObject({ message, code: "tool/failed", class: "tool_error", effect: "maybe" });
  });

  it("is cut at 8 KB", () => {
    expect(failureOf({ content: [text("x".repeat(100_000))] }).message).toHaveLength(8192);
  });
});

it("masks the words of a failure before it cuts them, and leaves a value as it is", () => {
  const redactor = createRedactor(["s3cret-token"]);
  const failed = { isError: true, content: [text(`${"x".repeat(8186)} s3cret-token`)] };
  expect(() => readToolResult(failed, { ...tool, redactor })).toThrow(new ToolError(`${"x".repeat(8186)} ***`));
  const { value } = readToolResult({ content: [text("s3cret-token")] }, { ...tool, redactor });
  expect(value).toEqual({ text: "s3cret-token" });
});
