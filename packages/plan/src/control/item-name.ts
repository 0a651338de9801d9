import type { JsonObject } from "../json.ts";

/** The name of the current item: what `as` says, else `item`. */
export function itemName(input: JsonObject): string {
  const name = input["as"];
  return typeof name === "string" ? name : "item";
}
