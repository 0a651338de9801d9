import { expect, test } from "vitest";
import { unknownAlwaysLoaded } from "./always-loaded.ts";

const place = { file: "f", line: 4, column: 30, endLine: 4, endColumn: 39, offset: 50 };

test("an entry that fits nothing is told at its place; those of a server that is away are not", () => {
  const found = unknownAlwaysLoaded(
    [{ text: "mem__*" }, { text: "gone__x", place }, { text: "away__x" }],
    ["mem__get", "mem__put"],
    [{ id: "away", state: "failed", tools: 0 }],
  );
  expect(found).toMatchObject([{ code: "tool/unknown", severity: "warning", line: 4, column: 30 }]);
});

test("entries without end are 50 warnings and one that counts", () => {
  const entries = Array.from({ length: 900 }, (_, index) => ({ text: `none_${index}` }));
  const found = unknownAlwaysLoaded(entries, ["mem__get"], []);
  expect(found).toHaveLength(51);
  expect(found[50]?.message).toBe("There are 850 more like this, not listed here.");
});

test("`?` stands for one character, as everywhere", () => {
  expect(unknownAlwaysLoaded([{ text: "mem__?et" }], ["mem__get"], [])).toEqual([]);
});
