import { expect, test } from "vitest";
import { createSecretSource } from "./secret-source.ts";

test("gives what is set, and hides it", () => {
  const source = createSecretSource(
    new Map([
      ["TOKEN", "s3cret-token"],
      ["SHORT", "abc"],
      ["EMPTY", ""],
    ]),
  );
  expect(["TOKEN", "SHORT", "EMPTY", "OTHER"].map((name) => source.value(name))).toEqual([
    "s3cret-token",
    undefined,
    undefined,
    undefined,
  ]);
  expect(source.redactor.text("abc s3cret-token")).toBe("abc ***");
});
