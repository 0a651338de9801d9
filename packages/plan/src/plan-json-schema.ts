import type { ControlStepGrammar } from "./control/control-step.ts";
import { controlSteps } from "./control/index.ts";
import { gateKeys, gateOperators, unaryOperators } from "./grammar/check-gate.ts";
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
      return {};
    case "template-map":
    case "schema":
      return { type: "object" };
    case "gate":
      return { $ref: "#/$defs/gate" };
    case "body":
      return { $ref: "#/$defs/body" };
    case "duration":
      return { $ref: "#/$defs/duration" };
    case "steps":
      return { type: "array", items: { $ref: "#/$defs/step" } };
    case "integer":
      return {
        type: "integer",
        ...(rule.minimum === undefined ? {} : { minimum: rule.minimum }),
        ...(rule.maximum === undefined ? {} : { maximum: rule.maximum }),
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
  const input = { description: grammar.description, ...object(grammar.keys, grammar.required) };
  return { ...(grammar.required.length === 0 ? {} : { required: ["input"] }), properties: { input } };
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
    ],
  };
}
