import { parseDuration } from "../duration.ts";
import type { Json } from "../json.ts";
import type { Findings } from "./findings.ts";
import { kindOf } from "./is-object.ts";
import type { KeyRule } from "./key-rule.ts";

/** Reports a value of the wrong kind. */
export function badValue(findings: Findings, key: string, value: Json, wanted: string, pointer: string): void {
  const shown = typeof value === "number" || typeof value === "boolean" ? ` (${String(value)})` : "";
  const quote = wanted.startsWith("a text") && shown !== "" ? " Quote it." : "";
  findings.add("schema/bad-value", `\`${key}\` must be ${wanted}, not ${kindOf(value)}${shown}.${quote}`, pointer);
}

/** A text with tags in it or without, and not an empty one. Says whether it is one. */
export function checkFilled(findings: Findings, key: string, value: Json, pointer: string): boolean {
  if (typeof value !== "string") badValue(findings, key, value, "a text", pointer);
  else if (value.trim() === "") findings.add("schema/bad-value", `\`${key}\` must not be empty.`, pointer);
  else return true;
  return false;
}

/** A number between the rule's bounds. */
export function checkNumber(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  checkRange(findings, key, value, rule, pointer, "a number", (number) => Number.isFinite(number));
}

/** A whole number between the rule's bounds. */
export function checkInteger(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  checkRange(findings, key, value, rule, pointer, "a whole number", (number) => Number.isSafeInteger(number));
}

function checkRange(
  findings: Findings,
  key: string,
  value: Json,
  { minimum = -Infinity, maximum = Infinity }: KeyRule,
  pointer: string,
  what: string,
  fits: (value: number) => boolean,
): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  if (typeof value === "number" && fits(value) && value >= minimum && value <= maximum) return;
  const range = `${minimum === -Infinity ? "" : ` from ${minimum}`}${maximum === Infinity ? "" : ` to ${maximum}`}`;
  badValue(findings, key, value, `${what}${range}`, pointer);
}

/** One of the values of a closed list. */
export function checkListed(
  findings: Findings,
  key: string,
  value: Json,
  values: readonly string[],
  pointer: string,
): void {
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

/** A length of time; where the rule allows it, a tag that yields one. */
export function checkDuration(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (rule.templated === true) {
    findings.readTemplates(value, pointer);
    if (findings.templates.has(pointer) || findings.damaged.includes(pointer)) return;
  } else if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  const length = typeof value === "string" ? parseDuration(value) : undefined;
  if (length !== undefined && length >= (rule.minimum ?? 0)) return;
  if (length !== undefined) {
    findings.add("schema/bad-duration", `\`${key}\` must be longer than no time at all.`, pointer);
    return;
  }
  const shown = typeof value === "string" ? `\`${value.slice(0, 60)}\`` : kindOf(value);
  const advice =
    (typeof value === "number" && value >= 0) || (typeof value === "string" && /^\d+$/.test(value))
      ? ` A unit is missing: \`${value}s\` for seconds.`
      : " Write a number and a unit, as in 500ms, 30s, 5m, 2h or 1d, or ISO 8601 (PT1H30M).";
  findings.add("schema/bad-duration", `\`${key}\` must be a duration, not ${shown}.${advice}`, pointer);
}

/** A name, which fits the rule's pattern. */
export function checkName(findings: Findings, key: string, value: Json, rule: KeyRule, pointer: string): void {
  if (findings.refuseTag(value, pointer, `\`${key}\``)) return;
  if (typeof value !== "string" || value === "") badValue(findings, key, value, "a name", pointer);
  else if (rule.pattern !== undefined && !new RegExp(rule.pattern).test(value)) {
    findings.add(
      "schema/bad-value",
      `\`${value.slice(0, 60)}\` cannot be a name under \`${key}\`: ${rule.words ?? inWords(rule.pattern)}`,
      pointer,
    );
  }
}

/** A pattern for identifiers, for people. */
export function inWords(pattern: string): string {
  const most = Number(/\{0,(\d+)\}\$$/.exec(pattern)?.[1] ?? 0) + 1;
  const dash = pattern.includes("_-]") ? ", digits, `_` and `-`" : ", digits and `_`";
  return `it has letters${dash}, begins with a letter or \`_\`, and is at most ${most} characters long.`;
}
