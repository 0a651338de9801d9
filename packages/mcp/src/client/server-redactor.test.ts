import { expect, it } from "vitest";
import { redactorOf } from "./server-redactor.ts";

it("is made once for a config", () => {
  const config = { secrets: ["s3cret-1"] };
  expect(redactorOf(config)).toBe(redactorOf(config));
  expect(redactorOf(config).cutText("<s3cret-1>")).toBe("<***>");
});

it("leaves everything as it is for a config without secrets", () => {
  expect(redactorOf({}).cutText("s3cret-1")).toBe("s3cret-1");
});
