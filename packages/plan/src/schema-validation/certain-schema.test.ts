import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import { certainSchema } from "./certain-schema.ts";

describe("certainSchema", () => {
  it("takes out what weighs alternatives, at any depth", () => {
    const schema: JsonObject = {
      type: "object",
      oneOf: [{}],
      properties: { a: { if: {}, else: {}, type: "string" }, b: { items: { anyOf: [{}], minimum: 1 } } },
    };
    expect(certainSchema(schema)).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { items: { minimum: 1 } } },
    });
  });

  it("knows keywords from names of properties and from values", () => {
    const schema: JsonObject = {
      properties: { not: { type: "string" }, if: {} },
      enum: [{ anyOf: 1 }],
      $defs: { oneOf: { const: { not: 1 } } },
    };
    expect(certainSchema(schema)).toBe(schema);
  });
});
