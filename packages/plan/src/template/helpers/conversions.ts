import type { Json, JsonObject } from "../../json.ts";
import { compactJson, compactText } from "../compact-text.ts";
import { kindOf } from "../kind-of.ts";
import { templateLimits } from "../limits.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper } from "./helper.ts";

const strictNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Helpers that turn one kind of value into another. */
export const conversionHelpers: readonly Helper[] = [
  defineHelper({
    name: "json",
    description: "The value as compact JSON text.",
    parameters: [{ name: "value" }],
    result: () => ({ type: "string" }),
    run: ([value = null]) => compactJson(value),
  }),
  defineHelper({
    name: "parse_json",
    description: "The value that a JSON text stands for; text that is not JSON is an error.",
    parameters: [{ name: "text", types: ["string"] }],
    result: () => ({}),
    run: ([text]) => parseJson(text as string),
  }),
  defineHelper({
    name: "string",
    description: "Text as it is, everything else as compact JSON text.",
    parameters: [{ name: "value" }],
    result: () => ({ type: "string" }),
    run: ([value = null]) => compactText(value),
  }),
  defineHelper({
    name: "number",
    description: 'A number as it is; text that is a number in whole (`"5"`, `" -1.5e3 "`, not `"5x"`) as that number.',
    parameters: [{ name: "value", types: ["number", "string"] }],
    result: () => ({ type: "number" }),
    run: ([value]) => (typeof value === "number" ? value : parseNumber(value as string)),
  }),
];

function parseNumber(text: string): number {
  const trimmed = text.trim();
  const value = strictNumber.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!Number.isFinite(value)) {
    throw new TemplateError("input/invalid", "type", `\`number\` got a text that is not a number: ${quoted(text)}.`);
  }
  return value;
}

function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new TemplateError("input/invalid", "type", `\`parse_json\` got a text that is not JSON: ${quoted(text)}.`);
  }
  if (isTooDeep(value)) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `\`parse_json\` got ${kindOf(value)} that is nested more than ${templateLimits.valueDepth} deep.`,
    );
  }
  // An escape can stand for half a character, which nothing can write.
  return /\\u[dD]/.test(text) ? wellFormed(value) : value;
}

function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(wellFormed);
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(entries.map(([key, part]) => [key.toWellFormed(), wellFormed(part)]));
}

/** Level by level, without recursion: a text may be nested deeper than the stack. */
function isTooDeep(value: Json): boolean {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > templateLimits.valueDepth) {
      return true;
    }
    const next: Json[] = [];
    for (const part of level) {
      if (typeof part === "object" && part !== null) {
        for (const item of Object.values(part)) {
          if (typeof item === "object" && item !== null) {
            next.push(item);
          }
        }
      }
    }
    level = next;
  }
  return false;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
