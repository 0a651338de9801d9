import { expect, it } from "vitest";
import { cutText, visibleSchema, visibleText, wellFormed } from "./visible-text.ts";

it.each([
  ["plain\ttext\nof two lines", "plain\ttext\nof two lines"],
  ["a\r\nb", "a\nb"],
  ["zero\u200bwidth", "zero\\u{200b}width"],
  ["right\u202eleft", "right\\u{202e}left"],
  ["\u001b[31mred", "\\u{1b}[31mred"],
  ["tag\u{e0041}", "tag\\u{e0041}"],
  ["half \ud800", "half \ufffd"],
  ["grüß dich, 世界 😀 ❤\ufe0f", "grüß dich, 世界 😀 ❤\ufe0f"],
])("%j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it.each([
  ["short", 10, "short"],
  ["exactly10!", 10, "exactly10!"],
  ["eleven char", 10, "eleven ch…"],
  ["😀😀😀", 4, "😀…"],
])("%s cut to %i is %s", (text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut);
});

it("makes a text well-formed", () => {
  expect(wellFormed("a\ud83d\ude00\udc00")).toBe("a😀\ufffd");
});

it("shows what hides in a schema, and leaves values alone", () => {
  const schema = {
    type: "object",
    properties: { a: { description: "x\u200b", default: "y\u200b" }, title: { type: "string" } },
    required: ["a"],
  };
  expect(visibleSchema(schema)).toEqual({
    type: "object",
    properties: { a: { description: "x\\u{200b}", default: "y\u200b" }, title: { type: "string" } },
    required: ["a"],
  });
});

it("gives a schema back that hides nothing, and keeps own keys of any name", () => {
  const clean = { type: "object", properties: { a: { description: "x" } } };
  expect(visibleSchema(clean)).toBe(clean);
  const odd = JSON.parse('{"__proto__": {"description": "x\\u200b"}}') as { [key: string]: string };
  expect(JSON.stringify(visibleSchema(odd))).toBe('{"__proto__":{"description":"x\\\\u{200b}"}}');
});
