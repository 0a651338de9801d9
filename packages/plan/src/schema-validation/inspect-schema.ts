import type { Json, JsonObject } from "../json.ts";
import { dialectOf, type Dialect } from "./keywords.ts";
import { measure } from "./measure.ts";
import { SchemaCopy, UnusableSchema } from "./prepare-schema.ts";
import { isObject } from "../grammar/is-object.ts";
import { hasRing } from "./rings.ts";

const maximumSchemaBytes = 262_144;
const maximumSchemaNesting = 100;

/** A schema after the guards. */
export interface PreparedSchema {
  /** What is compiled; `{}` when nothing is checked. */
  readonly schema: JsonObject;
  readonly dialect: Dialect;
  readonly unusable?: string;
  readonly unchecked?: string;
  /** The check follows a value to any depth: its depth is limited first. */
  readonly deep: boolean;
  /** Number of its sub-schemas. */
  readonly parts: number;
}

const prepared = new WeakMap<JsonObject, PreparedSchema>();

const prepare = (schema: JsonObject): PreparedSchema => {
  const nothing = { schema: {}, dialect: "2020-12", deep: false, parts: 0 } as const;
  const broken = measure(schema, maximumSchemaNesting, maximumSchemaBytes);
  if (broken === "depth")
    return { ...nothing, unusable: `its schema is nested deeper than ${maximumSchemaNesting} levels` };
  if (broken === "size") return { ...nothing, unusable: `its schema is larger than ${maximumSchemaBytes / 1024} KB` };
  if (broken === "number") return { ...nothing, unusable: "its schema has a number that JSON does not have" };
  const name: Json | undefined = Object.hasOwn(schema, "$schema") ? schema["$schema"] : undefined;
  const dialect = dialectOf(name);
  if (dialect === undefined) {
    return {
      ...nothing,
      unchecked: `its schema is written in a dialect that is not checked (\`${(typeof name === "string" ? name : "").slice(0, 100)}\`)`,
    };
  }
  const copy = new SchemaCopy(schema, dialect);
  try {
    const result = copy.run();
    if (hasRing(copy.edges, true))
      return { ...nothing, unusable: "its schema has a ring of `$ref`s that never comes to an end" };
    const deep = copy.comparesItems || hasRing(copy.edges, false);
    return {
      schema: result,
      dialect,
      deep,
      parts: copy.count,
      ...(copy.unchecked.length > 0 && { unchecked: copy.unchecked.join("; ") }),
    };
  } catch (error) {
    if (error instanceof UnusableSchema) return { ...nothing, unusable: error.message };
    throw error;
  }
};

/** Looks a schema through, once per object: schemas are never changed in place. */
export const prepareSchema = (schema: JsonObject): PreparedSchema => {
  let result = prepared.get(schema);
  if (result === undefined) {
    result = prepare(schema);
    prepared.set(schema, result);
  }
  return result;
};

/**
 * Looks through the input schema of a tool without compiling it. `unusable`: no call can be checked against it (it is missing, no
 * object schema, too large or too deep, has unknown types, refers to other documents or runs in a ring). `unchecked`: a part of it
 * is not understood, the rest is checked and the tool can be used. Never throws, never loads the validation library.
 */
export const inspectSchema = (schema: unknown): { unusable?: string; unchecked?: string } => {
  if (schema === undefined) return { unusable: "it has no input schema" };
  if (!isObject(schema as Json)) return { unusable: "its input schema is not an object" };
  const root = schema as JsonObject;
  const { unusable, unchecked } = prepareSchema(root);
  if (unusable !== undefined) return { unusable };
  const type = Object.hasOwn(root, "type") ? root["type"] : undefined;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  if (type !== undefined && !types.includes("object")) {
    return {
      unusable: `its input schema is for ${JSON.stringify(type).slice(0, 100)}, and arguments are always an object`,
    };
  }
  return unchecked === undefined ? {} : { unchecked };
};
