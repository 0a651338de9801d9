import { isObject, type JsonObject } from "@graph/plan";

/** How deep objects inside arguments are read, and how many properties of one schema: a hostile schema ends here. */
const deepest = 3;
const mostProperties = 500;

/** What a schema calls its properties, and what it says of them. */
export interface SchemaWords {
  readonly names: string[];
  readonly descriptions: string[];
}

/** Collects names and descriptions of the properties of a schema, those of nested objects and lists included. */
export function schemaWords(schema: JsonObject | undefined): SchemaWords {
  const words: SchemaWords = { names: [], descriptions: [] };
  if (schema !== undefined) collect(schema, 0, words);
  return words;
}

function collect(schema: JsonObject, depth: number, words: SchemaWords): void {
  const properties = objectAt(schema, "properties");
  if (properties === undefined) return;
  for (const [name, property] of Object.entries(properties)) {
    if (words.names.length >= mostProperties) return;
    words.names.push(name);
    if (!isObject(property)) continue;
    const description = Object.hasOwn(property, "description") ? property["description"] : undefined;
    if (typeof description === "string") words.descriptions.push(description);
    if (depth >= deepest) continue;
    collect(property, depth + 1, words);
    const items = objectAt(property, "items");
    if (items !== undefined) collect(items, depth + 1, words);
  }
}

function objectAt(schema: JsonObject, key: string): JsonObject | undefined {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return isObject(value) ? value : undefined;
}
