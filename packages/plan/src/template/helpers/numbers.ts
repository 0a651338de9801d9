import type { Json } from "../../json.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper } from "./helper.ts";

/** Arithmetic on numbers. */
export const numberHelpers: readonly Helper[] = [
  defineHelper({
    name: "add",
    description: "The sum of two or more numbers.",
    parameters: [
      { name: "left", types: ["number"] },
      { name: "right", types: ["number"], rest: true },
    ],
    result: (shapes) => ({ type: shapes.every((shape) => shape["type"] === "integer") ? "integer" : "number" }),
    run: (values) => total("add", values),
  }),
  defineHelper({
    name: "sub",
    description: "The first number less the second.",
    parameters: [
      { name: "left", types: ["number"] },
      { name: "right", types: ["number"] },
    ],
    result: (shapes) => ({ type: shapes.every((shape) => shape["type"] === "integer") ? "integer" : "number" }),
    run: ([left, right]) => finite("sub", (left as number) - (right as number)),
  }),
];

/** The sum of values that are known to be numbers. */
export function total(helper: string, values: readonly (Json | undefined)[]): number {
  let sum = 0;
  for (const value of values) {
    sum += value as number;
  }
  return finite(helper, sum);
}

function finite(helper: string, value: number): number {
  if (!Number.isFinite(value)) {
    throw new TemplateError("input/invalid", "type", `\`${helper}\` leaves the range of numbers.`);
  }
  return value;
}
