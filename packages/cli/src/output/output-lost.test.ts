import { expect, test } from "vitest";
import { outputLost } from "./output-lost.ts";

test.each([
  [{ code: "EPIPE" }, undefined],
  [{ code: "ENOSPC" }, "there is no space left"],
  [{ code: "EIO" }, "it failed (EIO)"],
  [{}, "it failed"],
])("%j", (error, reason) => {
  const expected =
    reason === undefined
      ? undefined
      : `error: The output could not be written to stdout: ${reason}. What was printed is not whole.`;
  expect(outputLost(error)).toBe(expected);
});
