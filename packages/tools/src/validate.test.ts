import type { JsonObject } from "@graph/plan";
import { expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { checkOutput, validateInput } from "./validate.ts";

const inputSchema: JsonObject = {
  type: "object",
  required: ["to"],
  properties: { to: { type: "string" } },
  additionalProperties: false,
};
const entry = (outputSchema?: JsonObject): RegisteredTool =>
  createCatalog().add({
    name: "send",
    description: "Sends",
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    run: () => ({}),
  });

it("passes an input that fits", () => {
  expect(validateInput(entry(), { to: "a" })).toEqual({ problems: [], more: 0 });
});

it("lists what does not fit", () => {
  const { problems } = validateInput(entry(), { two: 1 });
  expect(new Map(problems.map(({ keyword, property }) => [keyword, property]))).toEqual(
    new Map([
      ["required", "to"],
      ["additionalProperties", "two"],
    ]),
  );
});

it("checks an output only where a shape is declared", () => {
  expect(checkOutput(entry(), 7).problems).toEqual([]);
  expect(checkOutput(entry({ type: "string" }), "x").problems).toEqual([]);
  expect(checkOutput(entry({ type: "string" }), 7).problems.map(({ keyword }) => keyword)).toEqual(["type"]);
});
