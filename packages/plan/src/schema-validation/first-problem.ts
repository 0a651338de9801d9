import type { ErrorObject } from "ajv";
import type { Json, JsonObject } from "../json.ts";
import type { PlainChecks } from "./plain-check.ts";
import { isObject } from "../grammar/is-object.ts";
import { pointerTo } from "../source/json-pointer.ts";

/**
 * The first problem of a value that a plain schema refuses, in the form in which the library reports it: for schemas so large that
 * compiling them would hold the process up. Goes down as long as a single property or item is what is wrong.
 */
export function firstProblem(schema: JsonObject, value: Json, checks: PlainChecks): ErrorObject {
  let place: Inner = { schema, value, pointer: "" };
  let pointer = "";
  for (let inner: Inner | undefined = place; inner !== undefined; inner = innerProblem(inner, checks)) {
    place = inner;
    pointer += inner.pointer;
  }
  const { schema: current, value: at } = place;
  const known = isObject(current["properties"]) ? current["properties"] : {};
  // Alone a keyword says what it says beside the others, but for this one, which asks for its neighbour's names.
  const beside = { properties: Object.fromEntries(Object.keys(known).map((name) => [name, true])) };
  const keyword = Object.keys(current).find((name) => {
    const alone = { [name]: current[name] as Json };
    return !checks.of(name === "additionalProperties" ? { ...beside, ...alone } : alone)(at);
  });
  const content = current[keyword ?? "type"] as Json;
  const object = isObject(at) ? at : {};
  const missing =
    keyword === "required" ? (content as readonly string[]).find((name) => !Object.hasOwn(object, name)) : undefined;
  const additional =
    keyword === "additionalProperties" ? Object.keys(object).find((name) => !Object.hasOwn(known, name)) : undefined;
  const params = { limit: content, missingProperty: missing, additionalProperty: additional };
  return {
    instancePath: pointer,
    schemaPath: "",
    keyword: keyword ?? "type",
    params,
    schema: content,
    parentSchema: current,
    data: at,
  };
}

/** A part of a schema and the value it refuses. */
interface Inner {
  readonly schema: JsonObject;
  readonly value: Json;
  /** From the value around it. */
  readonly pointer: string;
}

function innerProblem({ schema, value }: Inner, checks: PlainChecks): Inner | undefined {
  const wrong = (inner: Json | undefined, below: Json | undefined, pointer: string): Inner | undefined => {
    if (!isObject(inner) || below === undefined || checks.of(inner)(below)) return undefined;
    return { schema: inner, value: below, pointer };
  };
  const reference = schema["$ref"];
  const referred = typeof reference === "string" ? checks.definitions[reference.slice("#/$defs/".length)] : undefined;
  const parts = Array.isArray(schema["allOf"]) ? (schema["allOf"] as readonly Json[]) : [];
  for (const part of [referred, ...parts]) {
    const found = wrong(part, value, "");
    if (found !== undefined) return found;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      const found = wrong(schema["items"], item, `/${index}`);
      if (found !== undefined) return found;
    }
  }
  if (!isObject(value) || !isObject(schema["properties"])) return undefined;
  for (const [name, property] of Object.entries(schema["properties"])) {
    const found = Object.hasOwn(value, name) ? wrong(property, value[name], pointerTo("", name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
