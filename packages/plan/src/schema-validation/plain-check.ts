import type { Json, JsonObject } from "../json.ts";
import { linearPattern } from "./linear-pattern.ts";
import { spend } from "./meter.ts";
import { isObject } from "../grammar/is-object.ts";

export type Check = (value: Json) => boolean;

/** One keyword as a check; `undefined` when it always passes. */
type Keyword = (content: Json, schema: JsonObject, compile: (schema: Json) => Check | undefined) => Check | undefined;

const typeChecks: Readonly<Record<string, Check>> = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

const ofNumber =
  (check: (value: number) => boolean): Check =>
  (value) =>
    typeof value !== "number" || !Number.isFinite(value) || check(value);
const ofText =
  (check: (value: string) => boolean): Check =>
  (value) =>
    typeof value !== "string" || check(value);
const ofList =
  (check: (value: readonly Json[]) => boolean): Check =>
  (value) =>
    !Array.isArray(value) || check(value as readonly Json[]);
const ofObject =
  (check: (value: JsonObject) => boolean): Check =>
  (value) =>
    !isObject(value) || check(value);

/** JSON Schema counts characters, not UTF-16 units. */
const lengthOf = (text: string): number => {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0xd8_00 || code > 0xdb_ff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc_00 && next <= 0xdf_ff) {
      length -= 1;
      index += 1;
    }
  }
  return length;
};

const isScalar = (value: Json): boolean => typeof value !== "object" || value === null;

/** What is checked here without the library. Keywords that are not in this list make a schema one for the library. */
const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["$defs", () => undefined],
  [
    "graphBudget",
    (weight) => () => {
      spend(weight as number);
      return true;
    },
  ],
  [
    "type",
    (content) => {
      const checks = (content as readonly string[]).map((name) => typeChecks[name] as Check);
      return checks.length === 1 ? checks[0] : (value) => checks.some((check) => check(value));
    },
  ],
  [
    "enum",
    (content) => {
      const allowed = new Set(content as readonly Json[]);
      return (value) => allowed.has(value);
    },
  ],
  ["const", (only) => (value) => value === only],
  ["minimum", (limit) => ofNumber((value) => value >= (limit as number))],
  ["maximum", (limit) => ofNumber((value) => value <= (limit as number))],
  ["exclusiveMinimum", (limit) => ofNumber((value) => value > (limit as number))],
  ["exclusiveMaximum", (limit) => ofNumber((value) => value < (limit as number))],
  ["minLength", (limit) => ofText((value) => lengthOf(value) >= (limit as number))],
  ["maxLength", (limit) => ofText((value) => lengthOf(value) <= (limit as number))],
  ["minItems", (limit) => ofList((value) => value.length >= (limit as number))],
  ["maxItems", (limit) => ofList((value) => value.length <= (limit as number))],
  ["minProperties", (limit) => ofObject((value) => Object.keys(value).length >= (limit as number))],
  ["maxProperties", (limit) => ofObject((value) => Object.keys(value).length <= (limit as number))],
  [
    "required",
    (content) => {
      const names = content as readonly string[];
      return ofObject((value) => {
        for (const name of names) if (value[name] === undefined || !Object.hasOwn(value, name)) return false;
        return true;
      });
    },
  ],
  [
    "pattern",
    (content) => {
      const pattern = linearPattern(content as string);
      return typeof pattern === "string" ? undefined : ofText((value) => pattern.test(value));
    },
  ],
  [
    "properties",
    (content, _schema, compile) => {
      const names: string[] = [];
      const checks: Check[] = [];
      for (const [name, property] of Object.entries(content as JsonObject)) {
        const check = compile(property);
        if (check === undefined || name === "__proto__") continue;
        names.push(name);
        checks.push(check);
      }
      if (checks.length === 0) return undefined;
      return ofObject((value) => {
        for (let index = 0; index < names.length; index += 1) {
          const name = names[index] as string;
          const item = value[name];
          if (item !== undefined && !(checks[index] as Check)(item) && Object.hasOwn(value, name)) return false;
        }
        return true;
      });
    },
  ],
  [
    "additionalProperties",
    (content, schema, compile) => {
      const check = compile(content);
      if (check === undefined) return undefined;
      const known = new Set(
        isObject(schema["properties"]) ? Object.keys(schema["properties"]).filter((name) => name !== "__proto__") : [],
      );
      return ofObject((value) => {
        for (const name of Object.keys(value)) if (!known.has(name) && !check(value[name] as Json)) return false;
        return true;
      });
    },
  ],
  [
    "items",
    (content, _schema, compile) => {
      const check = compile(content);
      return (
        check &&
        ofList((value) => {
          for (const item of value) if (!check(item)) return false;
          return true;
        })
      );
    },
  ],
  ["allOf", (content, _schema, compile) => both((content as readonly Json[]).map((part) => compile(part)))],
  [
    "anyOf",
    (content, _schema, compile) => {
      const checks = (content as readonly Json[]).map((branch) => compile(branch));
      return checks.includes(undefined) ? undefined : (value) => checks.some((check) => (check as Check)(value));
    },
  ],
  [
    "oneOf",
    (content, _schema, compile) => {
      const checks = (content as readonly Json[]).map((branch) => compile(branch) ?? (() => true));
      return (value) => checks.filter((check) => check(value)).length === 1;
    },
  ],
  [
    "not",
    (content, _schema, compile) => {
      const check = compile(content);
      return (value) => check !== undefined && !check(value);
    },
  ],
]);

function both(checks: readonly (Check | undefined)[]): Check | undefined {
  const real = checks.filter((check) => check !== undefined);
  if (real.length < 2) return real[0];
  const [first, second, third] = real as [Check, Check, Check | undefined];
  if (real.length === 2) return (value) => first(value) && second(value);
  if (real.length === 3 && third !== undefined) return (value) => first(value) && second(value) && third(value);
  return (value) => real.every((check) => check(value));
}

/** Thrown while a schema is looked through that needs the library. */
class NotPlain extends Error {}

const passes: Check = () => true;

/** The checks of the parts of one prepared schema, each made once. */
export class PlainChecks {
  readonly definitions: JsonObject;
  readonly #made = new WeakMap<JsonObject, Check>();

  constructor(root: JsonObject) {
    this.definitions = isObject(root["$defs"]) ? root["$defs"] : {};
  }

  of(part: JsonObject): Check {
    let check = this.#made.get(part);
    if (check === undefined) {
      check = this.#compile(part) ?? passes;
      this.#made.set(part, check);
    }
    return check;
  }

  #compile(part: Json): Check | undefined {
    if (typeof part === "boolean") return part ? undefined : () => false;
    // The prepared copy has `items` as a list in the old dialects only.
    if (!isObject(part) || Array.isArray(part["items"])) throw new NotPlain();
    const constants = [part["const"] ?? null, ...((part["enum"] as readonly Json[] | undefined) ?? [])];
    if (!constants.every((value) => isScalar(value))) throw new NotPlain();
    const checks = Object.entries(part).map(([name, content]) => {
      if (name === "$ref") return this.#reference(content as string);
      const keyword = keywords.get(name);
      if (keyword === undefined) throw new NotPlain();
      return keyword(content, part, (inner) => this.#compile(inner));
    });
    return both(checks);
  }

  /** A ring of references is closed when a value is checked, not when the check is made. */
  #reference(name: string): Check {
    const definition = this.definitions[name.slice("#/$defs/".length)] as Json;
    return isObject(definition) ? (value) => this.of(definition)(value) : () => definition === true;
  }
}

/**
 * The check of a prepared schema that uses only plain keywords: without code generation, so that neither the library has to be loaded
 * nor a large schema holds the process up. `undefined` for all others. It accepts what the library accepts: a property test compares
 * the two.
 */
export function plainChecks(schema: JsonObject): PlainChecks | undefined {
  const checks = new PlainChecks(schema);
  try {
    for (const definition of Object.values(checks.definitions)) if (isObject(definition)) checks.of(definition);
    checks.of(schema);
    return checks;
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}
