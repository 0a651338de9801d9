import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

test.each([
  ["500ms", 500],
  ["0s", 0],
  ["30s", 30_000],
  ["1.5s", 1500],
  ["5m", 300_000],
  ["2h", 7_200_000],
  ["30d", 2_592_000_000],
  ["PT1H30M", 5_400_000],
  ["P1DT12H", 129_600_000],
  ["P2W", 1_209_600_000],
  ["PT0.25S", 250],
])("%s", (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each([
  "",
  "10",
  "-5s",
  "NaN",
  "ten days",
  "5 s",
  "5S",
  "s",
  "P",
  "PT",
  "P1Y",
  "P1M",
  "1h30m",
  "1e3s",
  "∞s",
  `${"9".repeat(30)}d`,
  "9".repeat(50),
])("%s is none", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});
