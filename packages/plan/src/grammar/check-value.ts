import { parseDuration } from "../duration.ts";
import type { Json } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { checkGate } from "./check-gate.ts";
import { checkKeys } from "./check-keys.ts";
import { checkSchemaKeywords } from "./check-schema-keywords.ts";
import type { Findings } from "./findings.ts";
import { isObject, kindOf } from "./is-object.ts";
import type { KeyRule } from "./key-rule.ts";

/** Checks a value against the rule of its key. Bodies and lists of steps are the walker's. */
export function checkValue(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  switch (rule.kind) {
    case "template":
      findings.readTemplates(value, pointer);
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
      if (isObject(value)) checkSchemaKeywords(findings, value, pointer);
      else badValue(findings, key, value, "a JSON Schema, which is a map", pointer);
      return;
    case "map":
      if (isObject(value)) checkMap(findings, key, value, rule, pointer);
      else badValue(findings, key, value, "a map", pointer);
      return;
    default:
  }
}

/** Reports a value of the wrong kind. */
export function badValue(findings: Findings, key: string, value: Json, wanted: string, pointer: string): void {
  const shown = typeof value === "number" || typeof value === "boolean" ? ` (${String(value)})` : "";
  const quote = wanted.startsWith("a text") && shown !== "" ? " Quote it." : "";
  findings.add("schema/bad-value", `\`${key}\` must be ${wanted}, not ${kindOf(value)}${shown}.${quote}`, pointer);
}

/** A value where a map of values belongs, most often a tag alone: the message shows the map around it. */
function badMap(findings: Findings, key: string, value: Json, pointer: string): void {
  const name = key === "output" ? "result" : "name";
  const shown = typeof value === "string" && value.length <= 60 ? value.trim() : "…";
  const where = key === "output" ? "" : " with the argument's own name";
  const advice = value === null ? "" : ` Write \`${key}: {${name}: ${shown}}\`${where}.`;
  findings.add("schema/bad-value", `\`${key}\` must be a map, not ${kindOf(value)}.${advice}`, pointer);
}

function checkMap(
  findings: Findings,
  key: string,
  value: { readonly [key: string]: Json },
  rule: KeyRule,
  pointer: string,
): void {
  const keys = rule.keys ?? {};
  checkKeys(findings, value, pointer, {
    name: `\`${key}\``,
    keys,
    ...(rule.later === undefined ? {} : { later: rule.later }),
    ...(rule.required === undefined ? {} : { required: rule.required }),
  });
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(keys, name)) checkValue(findings, name, item, keys[name]!, pointerTo(pointer, name));
  }
}

function checkInteger(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  const { minimum = -Infinity, maximum = Infinity } = rule;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum) return;
  const range = `${minimum === -Infinity ? "" : ` from ${minimum}`}${maximum === Infinity ? "" : ` to ${maximum}`}`;
  badValue(findings, key, value, `a whole number${range}`, pointer);
}

function checkListed(findings: Findings, key: string, value: Json, values: readonly string[], pointer: string): void {
  if (typeof value === "string" && values.includes(value)) return;
  const near = typeof value === "string" ? findings.nearest(value, values) : undefined;
  const shown = typeof value === "string" ? `\`${value.slice(0, 60)}\`` : kindOf(value);
  const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  findings.add("schema/bad-value", `\`${key}\` must be one of ${values.join(", ")}, not ${shown}.${hint}`, pointer, {
    expected: values,
    ...(near === undefined
      ? {}
      : { suggestions: [{ title: `Write \`${near}\``, patch: [{ op: "replace", path: pointer, value: near }] }] }),
  });
}

function checkDuration(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  const length = typeof value === "string" ? parseDuration(value) : undefined;
  if (length !== undefined && length >= (rule.minimum ?? 0)) return;
  if (length !== undefined) {
    findings.add("schema/bad-duration", `\`${key}\` must be longer than no time at all.`, pointer);
    return;
  }
  const shown = typeof value === "string" ? `\`${value.slice(0, 60)}\`` : kindOf(value);
  const advice =
    typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value))
      ? ` A unit is missing: \`${value}s\` for seconds.`
      : " Write a number and a unit, as in 500ms, 30s, 5m, 2h or 1d, or ISO 8601 (PT1H30M).";
  findings.add("schema/bad-duration", `\`${key}\` must be a duration, not ${shown}.${advice}`, pointer);
}

function checkName(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  if (typeof value !== "string" || value === "") badValue(findings, key, value, "a name", pointer);
  else if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(value)) {
    findings.add(
      "schema/bad-value",
      `\`${value.slice(0, 60)}\` cannot be a name under \`${key}\`: ${inWords(rule.pattern)}`,
      pointer,
    );
  }
}

/** A pattern for names, for people. */
export function inWords(pattern: string): string {
  const most = Number(/\{0,(\d+)\}\$$/.exec(pattern)?.[1] ?? 0) + 1;
  const dash = pattern.includes("_-]") ? ", digits, `_` and `-`" : ", digits and `_`";
  return `it has letters${dash}, begins with a letter or \`_\`, and is at most ${most} characters long.`;
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
