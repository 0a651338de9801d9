import { assert, nat, property, string } from "fast-check";
import { expect, it } from "vitest";
import { summarize } from "./summary.ts";

it.each([
  ["Reads a file. Fails when it is missing. Never writes.", 200, "Reads a file. Fails when it is missing."],
  ["Reads a file", 200, "Reads a file"],
  ["Reads v1.2 of a file. Then stops", 200, "Reads v1.2 of a file."],
  ["Reads\n\n  a\tfile.\u0000 Yes.", 200, "Reads a file. Yes."],
  ["Re\u200Bads\u202E a\uFEFF file\u{E0041}.", 200, "Reads a file."],
  ["读取文件。返回文本。其他。", 200, "读取文件。返回文本。其他。"],
  ["One very long sentence without an end", 12, "One very lo…"],
  ["Four emoji 😀😀😀😀", 13, "Four emoji…"],
  ["Anything", 0, ""],
  ["", 200, ""],
])("%j within %d is %j", (description, limit, expected) => {
  expect(summarize(description, limit)).toBe(expected);
});

it("keeps to its limit, is well-formed and shows nothing invisible, whatever it is given", () => {
  assert(
    property(string({ unit: "binary", maxLength: 400 }), nat(60), (text, limit) => {
      const summary = summarize(text, limit);
      expect(summary.length).toBeLessThanOrEqual(limit);
      expect(summary).toBe(Buffer.from(summary, "utf8").toString("utf8"));
      expect(summary).not.toMatch(/[\p{Cc}\p{Cf}\n]/u);
    }),
    { seed: 2, numRuns: 1000 },
  );
});

it("takes no time over a hostile description", () => {
  for (const text of [". ".repeat(1_000_000), "a.".repeat(1_000_000), "a".repeat(2_000_000)]) {
    expect(summarize(text, 200).length).toBeLessThanOrEqual(200);
  }
});
