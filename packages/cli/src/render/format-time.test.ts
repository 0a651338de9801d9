import { expect, test } from "vitest";
import { formatTime } from "./format-time.ts";

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [1500, "1.5 s"],
  [65_000, "1 m 05 s"],
  [119_800, "2 m 00 s"],
])("%d", (milliseconds, expected) => {
  expect(formatTime(milliseconds)).toBe(expected);
});
