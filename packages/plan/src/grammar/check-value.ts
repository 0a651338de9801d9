import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { forbiddenNames } from "../template/read-path.ts";
import { checkGate } from "./check-gate.ts";
import { checkKeys } from "./check-keys.ts";
import {
  badValue,
  checkDuration,
  checkFilled,
  checkInteger,
  checkListed,
  checkName,
  checkNumber,
  inWords,
} from "./check-literals.ts";
import { checkSchemaKeywords } from "./check-schema-keywords.ts";
import type { Findings } from "./findings.ts";
import { isObject, kindOf } from "./is-object.ts";
import type { KeyRule } from "./key-rule.ts";

/** Checks a value against the rule of its key. Bodies and lists of steps are the walker's. */
export function checkValue(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  switch (rule.kind) {
    case "template":
      if (rule.filled !== true || checkFilled(findings, key, value, pointer)) findings.readTemplates(value, pointer);
      return;
    case "template-map":
      if (!isObject(value)) badMap(findings, key, value, pointer);
      // What a tag in the wrong place reads is read all the same.
      findings.readTemplates(value, pointer);
      return;
    case "gate":
      checkGate(findings, value, pointer);
      return;
    case "integer":
      checkInteger(findings, key, value, rule, pointer);
      return;
    case "number":
      checkNumber(findings, key, value, rule, pointer);
      return;
    case "enum":
      if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
      checkListed(findings, key, value, rule.values ?? [], pointer);
      return;
    case "duration":
      checkDuration(findings, key, value, rule, pointer);
      return;
    case "text":
      if (typeof value !== "string") badValue(findings, key, value, "a text", pointer);
      return;
    case "texts":
      eachOf(findings, key, value, "texts", pointer, (item, at) => {
        if (typeof item !== "string") badValue(findings, key, item, "a text", at);
      });
      return;
    case "name":
      checkName(findings, key, value, rule, pointer);
      return;
    case "names":
      eachOf(findings, key, value, "names", pointer, (item, at) => {
        if (rule.values === undefined) checkName(findings, key, item, rule, at);
        else if (!findings.refuseTag(item, at, `\`${key}\``)) checkListed(findings, key, item, rule.values, at);
      });
      return;
    case "schema":
      checkSchema(findings, key, value, pointer);
      return;
    case "map":
      if (isObject(value)) checkMap(findings, `\`${key}\``, value, rule, pointer);
      else if (!findings.refuseTag(value, pointer, `\`${key}\``)) badValue(findings, key, value, "a map", pointer);
      return;
    case "list":
      checkList(findings, key, value, rule, pointer);
      return;
    case "named":
      checkNamed(findings, key, value, rule, pointer);
      return;
    default:
  }
}

function checkSchema(findings: Findings, key: string, value: Json, pointer: string): void {
  const reason = "the plan is checked against it before anything runs";
  if (isObject(value)) checkSchemaKeywords(findings, value, pointer);
  else if (!findings.refuseTag(value, pointer, `\`${key}\``, reason))
    badValue(findings, key, value, "a JSON Schema, which is a map", pointer);
}

/** A value where a map of values belongs, most often a tag alone: the message shows the map around it. */
function badMap(findings: Findings, key: string, value: Json, pointer: string): void {
  const name = key === "output" ? "result" : "name";
  const shown = typeof value === "string" && value.length <= 60 ? value.trim() : "…";
  const where = key === "output" ? "" : " with the argument's own name";
  const advice = value === null ? "" : ` Write \`${key}: {${name}: ${shown}}\`${where}.`;
  findings.add("schema/bad-value", `\`${key}\` must be a map, not ${kindOf(value)}.${advice}`, pointer);
}

function checkMap(findings: Findings, called: string, value: JsonObject, rule: KeyRule, pointer: string): void {
  const keys = rule.keys ?? {};
  checkKeys(findings, value, pointer, {
    name: called,
    keys,
    ...(rule.required === undefined ? {} : { required: rule.required }),
  });
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(keys, name)) checkValue(findings, name, item, keys[name]!, pointerTo(pointer, name));
  }
}

/** A list of one value is easily written as the value alone: the message says so. */
function checkList(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  if (!Array.isArray(value)) {
    badValue(findings, key, value, `a list${isObject(value) ? " (put `- ` in front of it)" : ""}`, pointer);
    return;
  }
  if (value.length === 0) findings.add("schema/bad-value", `\`${key}\` must not be empty.`, pointer);
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const at = pointerTo(pointer, index);
    if (rule.of?.kind !== "map") checkValue(findings, key, item, rule.of!, at);
    else if (isObject(item)) checkMap(findings, `an entry of \`${key}\``, item, rule.of, at);
    else badValue(findings, key, item, "a list of maps", at);
  }
}

function checkNamed(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  if (!isObject(value)) return badValue(findings, key, value, "a map with a name for each", pointer);
  const names = Object.entries(value);
  if (names.length === 0) findings.add("schema/bad-value", `\`${key}\` must not be empty.`, pointer);
  const pattern = rule.pattern === undefined ? undefined : new RegExp(rule.pattern);
  for (const [name, item] of names) {
    const at = pointerTo(pointer, name);
    const words = pattern?.test(name) === false ? (rule.words ?? inWords(rule.pattern!)) : "no tag may read this name.";
    if (pattern?.test(name) === false || forbiddenNames.has(name)) {
      const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
      const message = `\`${shown}\` cannot be a name under \`${key}\`: ${words}`;
      findings.add("schema/bad-value", message, at, { key: true });
    }
    checkValue(findings, name, item, rule.of!, at);
  }
}

function eachOf(
  findings: Findings,
  key: string,
  value: Json,
  what: string,
  pointer: string,
  visit: (item: Json, pointer: string) => void,
): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  if (!Array.isArray(value)) badValue(findings, key, value, `a list of ${what}`, pointer);
  else value.forEach((item: Json, index) => visit(item, pointerTo(pointer, index)));
}
