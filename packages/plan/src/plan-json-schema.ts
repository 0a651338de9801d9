import type { ControlStepGrammar } from "./control/control-step.ts";
import { controlSteps } from "./control/index.ts";
import { gateKeys, gateOperators, unaryOperators } from "./grammar/gate-keys.ts";
import type { KeyRule, KeyTable } from "./grammar/key-rule.ts";
import type { Json, JsonObject } from "./json.ts";
import { callKeys, planKeys, requiredCallKeys, requiredPlanKeys, requiredStepKeys, stepKeys } from "./plan-keys.ts";

/**
 * The JSON Schema (2020-12) of plan files, for editors and drafters. It is made from the tables that the checker itself reads, and is
 * looser than it: ids, references and tools are the checker's.
 */
export function planJsonSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "graph plan",
    description: "A plan of tool calls: steps that name tools, with templates written <<like.this>>.",
    ...object(planKeys, requiredPlanKeys),
    not: { required: ["output", "solver"] },
    $defs: {
      step: {
        description: "One step: the call of a tool, or a control step.",
        ...object(stepKeys, requiredStepKeys),
        allOf: controlRules(),
      },
      call: {
        description: "A body that is one call.",
        ...object(callKeys, requiredCallKeys),
        allOf: controlRules(),
      },
      body: { oneOf: [{ $ref: "#/$defs/call" }, { type: "array", items: { $ref: "#/$defs/step" } }] },
      gate: gate(),
      duration: {
        type: "string",
        description: "500ms, 30s, 5m, 2h, 1d, or ISO 8601 (PT1H30M).",
        pattern: "^(\\d+(\\.\\d+)?(ms|s|m|h|d)|P.+)$",
      },
    },
  };
}

function object(keys: KeyTable, required: readonly string[]): JsonObject {
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(keys).map(([key, rule]) => [key, property(rule)])),
  };
}

function property(rule: KeyRule): JsonObject {
  return { ...schemaOf(rule), description: rule.description };
}

function schemaOf(rule: KeyRule): JsonObject {
  switch (rule.kind) {
    case "template":
      return rule.filled === true ? { type: "string", minLength: 1 } : {};
    case "template-map":
    case "schema":
      return { type: "object" };
    case "gate":
      return { $ref: "#/$defs/gate" };
    case "body":
      return { $ref: "#/$defs/body" };
    case "duration":
      return rule.templated === true
        ? { anyOf: [{ $ref: "#/$defs/duration" }, { type: "string", pattern: "<<|\\{\\{" }] }
        : { $ref: "#/$defs/duration" };
    case "steps":
      return { type: "array", items: { $ref: "#/$defs/step" } };
    case "integer":
    case "number":
      return {
        type: rule.kind,
        ...(rule.minimum === undefined ? {} : { minimum: rule.minimum }),
        ...(rule.maximum === undefined ? {} : { maximum: rule.maximum }),
      };
    case "list":
      return { type: "array", minItems: 1, items: property(rule.of!) };
    case "named":
      return {
        type: "object",
        minProperties: 1,
        ...(rule.pattern === undefined ? {} : { propertyNames: { pattern: rule.pattern } }),
        additionalProperties: property(rule.of!),
      };
    case "enum":
      return { enum: rule.values ?? [] };
    case "text":
      return { type: "string" };
    case "texts":
      return { type: "array", items: { type: "string" } };
    case "name":
      return nameSchema(rule);
    case "names":
      return { type: "array", items: nameSchema(rule) };
    default:
      return object(rule.keys ?? {}, rule.required ?? []);
  }
}

function nameSchema(rule: KeyRule): JsonObject {
  if (rule.values !== undefined) return { enum: rule.values };
  return { type: "string", ...(rule.pattern === undefined ? { minLength: 1 } : { pattern: rule.pattern }) };
}

function controlRules(): Json[] {
  return [...controlSteps.values()].map((grammar) => ({
    if: { required: ["tool_name"], properties: { tool_name: { const: grammar.name } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: controlRule(grammar),
  }));
}

function controlRule(grammar: ControlStepGrammar): JsonObject {
  const input = { description: grammar.description, ...object(grammar.keys, grammar.required), ...company(grammar) };
  const needed = grammar.required.length > 0 || grammar.oneOf !== undefined;
  return { ...(needed && { required: ["input"] }), properties: { input } };
}

/** Keys that exclude each other, and keys that make sense beside certain others only. */
function company({ exclusive = [], oneOf, together = [] }: ControlStepGrammar): JsonObject {
  const has = (keys: readonly string[]): JsonObject[] => keys.map((key) => ({ required: [key] }));
  const choices = exclusive.map((keys) => ({
    oneOf: [...has(keys), ...(oneOf === undefined ? [{ not: { anyOf: has(keys) } }] : [])],
  }));
  const needs = together.flatMap(({ key, with: others, required }) =>
    required ? others.map((other) => [other, [key]] as const) : [],
  );
  return {
    ...(choices.length > 0 && { allOf: choices }),
    ...(needs.length > 0 && { dependentRequired: Object.fromEntries(needs) }),
    ...(together.length > 0 && {
      dependentSchemas: Object.fromEntries(together.map(({ key, with: others }) => [key, { anyOf: has(others) }])),
    }),
  };
}

function gate(): JsonObject {
  const gates = { type: "array", items: { $ref: "#/$defs/gate" } };
  const comparing = gateOperators.filter((operator) => !unaryOperators.has(operator));
  const described = (key: string, schema: JsonObject): JsonObject => ({
    ...schema,
    description: gateKeys[key]!.description,
  });
  const form = (properties: { readonly [key: string]: JsonObject }): JsonObject => ({
    type: "object",
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  });
  const model = (key: string, more: readonly string[]): JsonObject => ({
    ...form({ [key]: property(gateKeys[key]!) }),
    properties: Object.fromEntries([key, ...more].map((name) => [name, property(gateKeys[name]!)])),
  });
  return {
    description: "One tag that gives true or false, a comparison, or a combination of gates.",
    oneOf: [
      { type: "string" },
      { type: "boolean" },
      form({ value: described("value", {}), op: described("op", { enum: comparing }), to: described("to", {}) }),
      form({ value: described("value", {}), op: described("op", { enum: [...unaryOperators] }) }),
      form({ all: described("all", gates) }),
      form({ any: described("any", gates) }),
      form({ not: described("not", { $ref: "#/$defs/gate" }) }),
      model("decide", ["state", "model", "min_probability"]),
      model("infer", ["model"]),
    ],
  };
}
