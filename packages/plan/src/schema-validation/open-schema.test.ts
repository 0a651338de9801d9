import { expect, it } from "vitest";
import { openSchema } from "./open-schema.ts";

const schema = {
  type: "object",
  required: ["x", "y"],
  additionalProperties: false,
  properties: { x: { type: "object" }, y: { type: "integer" } },
};

it("says nothing about the properties that it is told, and the same about all others", () => {
  expect(openSchema(schema, ["x", "unknown"])).toEqual({
    ...schema,
    properties: { x: {}, y: { type: "integer" } },
  });
});

it("is made once for one set of properties, and is the schema itself without any", () => {
  expect(openSchema(schema, ["x"])).toBe(openSchema(schema, ["x"]));
  expect(openSchema(schema, [])).toBe(schema);
  expect(openSchema(schema, ["unknown"])).toBe(schema);
  expect(openSchema({ type: "object" }, ["x"])).toEqual({ type: "object" });
});
