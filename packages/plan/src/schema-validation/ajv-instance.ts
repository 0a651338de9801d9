import { createRequire } from "node:module";
import type { Ajv, Code, KeywordCxt, Name, ValidateFunction } from "ajv";
import type { Json, JsonObject } from "../json.ts";
import { loadFormats } from "./formats.ts";
import type { Dialect } from "./keywords.ts";
import { linearPattern, type LinearPattern } from "./linear-pattern.ts";
import { spend } from "./meter.ts";
import { isUnique } from "./unique-items.ts";

/** What is compiled from one schema: the first problem is enough, or all of them are listed. */
export type CompileMode = "first" | "all";

/** The part of ajv's code generation that is used here: it escapes what is put into generated code. */
interface CodeGeneration {
  _(strings: TemplateStringsArray, ...values: readonly (Name | number)[]): Code;
}

const files: Readonly<Record<Dialect, readonly [string, string]>> = {
  "2020-12": ["ajv/dist/2020.js", "Ajv2020"],
  "2019-09": ["ajv/dist/2019.js", "Ajv2019"],
  "draft-07": ["ajv/dist/ajv.js", "Ajv"],
};

/** ajv keeps a reference to each schema it has compiled; a new instance after so many lets go of them. */
const maximumCompilations = 500;

interface Instance {
  readonly ajv: Ajv;
  compilations: number;
}

const instances = new Map<string, Instance>();

const regularExpression = (pattern: string): Pick<LinearPattern, "test" | "toString"> => {
  const result = linearPattern(pattern);
  // Refused patterns were taken out before; passing is what "unchecked" means.
  return typeof result === "string" ? { test: () => true, toString: () => pattern } : result;
};
regularExpression.code = "linearPattern";

const create = (dialect: Dialect, mode: CompileMode): Ajv => {
  const require = createRequire(import.meta.url);
  const [file, name] = files[dialect];
  const library = require(file) as Readonly<Record<string, new (options: object) => Ajv>> & CodeGeneration;
  const { _ } = library;
  const Constructor = library[name] as new (options: object) => Ajv;
  const ajv = new Constructor({
    strict: false,
    // `strict: false` would let NaN pass as a number.
    strictNumbers: true,
    ownProperties: true,
    allErrors: mode === "all",
    verbose: true,
    messages: false,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    inlineRefs: false,
    logger: false,
    code: { regExp: regularExpression, optimize: false },
    formats: Object.fromEntries(loadFormats()),
  });
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    validate: (unique: boolean, items: readonly Json[]) => !unique || isUnique(items),
  });
  ajv.addKeyword({
    keyword: "graphBudget",
    // In front of everything that looks at further schemas.
    before: "$ref",
    schemaType: "number",
    code: (context: KeywordCxt) => {
      const meter = context.gen.scopeValue("func", { ref: spend, key: "graphBudget" });
      context.gen.code(_`${meter}(${context.schema as number})`);
    },
  });
  return ajv;
};

/** Compiles a schema that `prepareSchema` has passed. @throws what ajv throws. */
export const compileSchema = (schema: JsonObject, dialect: Dialect, mode: CompileMode): ValidateFunction => {
  const key = `${dialect} ${mode}`;
  let instance = instances.get(key);
  if (instance === undefined || instance.compilations >= maximumCompilations) {
    instance = { ajv: create(dialect, mode), compilations: 0 };
    instances.set(key, instance);
  }
  instance.compilations += 1;
  try {
    return instance.ajv.compile(schema);
  } finally {
    instance.ajv.removeSchema(schema);
  }
};
