import { createValidator, type Json, type JsonObject } from "@graph/host";

/** One field of an answer, as a person fills it in. */
export interface AnswerField {
  readonly name: string;
  readonly description: string | undefined;
  readonly kind: "text" | "number" | "integer" | "boolean" | "choice";
  /** Of a `choice`. */
  readonly choices: readonly Json[];
  readonly required: boolean;
  /** What a blank line stands for. */
  readonly fallback: Json | undefined;
  /** What is wrong with a value, in words; `undefined` when it fits. */
  problem(value: Json): string | undefined;
}

const kinds: ReadonlyMap<Json | undefined, AnswerField["kind"]> = new Map([
  ["number", "number"],
  ["integer", "integer"],
  ["boolean", "boolean"],
]);

/** The fields of an answer by the schema of its question. `fallback`: the answer that the plan takes when nobody gives one. */
export function answerFields(schema: JsonObject, fallback: Json | undefined): readonly AnswerField[] {
  const required = new Set(asList(schema["required"]));
  const standard = isObject(fallback) ? fallback : {};
  const definitions = Object.hasOwn(schema, "$defs") ? { $defs: schema["$defs"] ?? {} } : {};
  return Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).map(([name, property]) => {
    const field = isObject(property) ? property : {};
    const { description } = field;
    const choices = Object.hasOwn(field, "const") ? [field["const"] ?? null] : asList(field["enum"]);
    const validator = createValidator({ ...definitions, ...field });
    return {
      name,
      description: typeof description === "string" ? description : undefined,
      kind: choices.length > 0 ? "choice" : (kinds.get(field["type"]) ?? "text"),
      choices,
      required: required.has(name),
      fallback: Object.hasOwn(standard, name) ? standard[name] : field["default"],
      problem: (value) => validator.validate(value).problems[0]?.message,
    };
  });
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
