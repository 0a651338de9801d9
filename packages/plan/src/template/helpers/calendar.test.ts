import * as fc from "fast-check";
import { expect, test } from "vitest";
import { earliest, latest, parseIso, partsOf } from "./calendar.ts";

test("agrees with the calendar of the platform", () => {
  fc.assert(
    fc.property(fc.integer({ min: earliest, max: latest }), (milliseconds) => {
      const date = new Date(milliseconds);
      expect(partsOf(milliseconds)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(),
        millisecond: date.getUTCMilliseconds(),
      });
      expect(parseIso(date.toISOString())).toBe(milliseconds);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["2024-02-29", 1_709_164_800_000],
  ["2024-02-29T00:00:00Z", 1_709_164_800_000],
  ["2024-02-29t00:00z", 1_709_164_800_000],
  ["2024-02-29 01:00+0100", 1_709_164_800_000],
  ["2024-02-28T22:30:00-01:30", 1_709_164_800_000],
  ["2024-02-29T00:00:00,123456789Z", 1_709_164_800_123],
  ["2024-2-29", undefined],
  ["2100-02-29", undefined],
  ["2024-04-31", undefined],
  ["2024-02-29T", undefined],
  ["24-02-29", undefined],
  ["", undefined],
])("%s", (text, milliseconds) => {
  expect(parseIso(text)).toBe(milliseconds);
});
