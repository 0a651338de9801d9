import * as fc from "fast-check";
import { expect, test } from "vitest";
import { escapeControls } from "./escape-controls.ts";

test.each([
  ["\u001b]0;x\u0007\u001b[2J", "\\u001b]0;x\\u0007\\u001b[2J"],
  ["a\tb\nc", "a\tb\nc"],
  ["\r\u009b31m", "\\u000d\\u009b31m"],
  ["\u202eevil", "\\u202eevil"],
  ["é 漢 🙂", "é 漢 🙂"],
])("%j", (text, expected) => {
  expect(escapeControls(text)).toBe(expected);
});

test("no control character is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeControls(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u);
    }),
  );
});
