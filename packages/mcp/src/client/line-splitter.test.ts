import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createLineSplitter, type LongLine } from "./line-splitter.ts";

function split(pieces: readonly string[], maxLength: number): { lines: string[]; long: LongLine[] } {
  const lines: string[] = [];
  const long: LongLine[] = [];
  const splitter = createLineSplitter({
    maxLength,
    onLine: (line) => lines.push(line),
    onLongLine: (line) => long.push(line),
  });
  for (const piece of pieces) splitter.push(piece);
  return { lines, long };
}

/** How much of a long line was there when it was given up depends on the pieces, while it is shorter than what is kept. */
function summary({ lines, long }: ReturnType<typeof split>): unknown {
  return { lines, long: long.map(({ tail, length }) => ({ tail, length })) };
}

it("gives the same lines however the text comes", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 6 })), (pieces) => {
      const whole = summary(split([pieces.join("")], 4));
      expect(summary(split(pieces, 4))).toEqual(whole);
      expect(summary(split(pieces.join("").split(""), 4))).toEqual(whole);
    }),
  );
});

it("drops a line that is too long, and reads what is behind it", () => {
  expect(split(["one\r\nlon", "g line", " end\ntwo\n\n  \nrest"], 8)).toEqual({
    lines: ["one", "two"],
    long: [{ head: "long line", tail: "long line end", length: 13 }],
  });
});

it("keeps the beginning and the end of a long line", () => {
  const { long } = split([`{"id":1,${"x".repeat(5000)}`, "y".repeat(5000), "}\n"], 100);
  expect(long).toHaveLength(1);
  expect(long[0]?.head.startsWith('{"id":1,xxx')).toBe(true);
  expect(long[0]?.tail).toBe(`${"y".repeat(999)}}`);
  expect(long[0]?.length).toBe(10_009);
});
