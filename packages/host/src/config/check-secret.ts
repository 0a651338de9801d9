import { pointerTo, type Json, type JsonObject } from "@graph/plan";
import type { ConfigProblem, ConfigReporter } from "./config-reporter.ts";
import { reportUnknownKey } from "./unknown-key.ts";
import { isVariableName } from "./variable-name.ts";

const keys = ["env", "file"];

/**
 * Checks one secret of `[secrets]`: where its value is, never the value. What is wrong is not quoted, because it may be the secret
 * itself. Gives back an empty table then, so that the name is known to have no value.
 */
export function checkSecret(value: Json, pointer: string, reporter: ConfigReporter): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    reporter.report(badValue(`a table that says where the value is, ${forms}`), pointer, "value");
    return {};
  }
  const entries = Object.entries(value as JsonObject);
  const [first, second] = entries.filter(([key]) => keys.includes(key));
  const unknown = entries.filter(([key]) => !keys.includes(key));
  for (const [key] of unknown) reportUnknownKey(key, keys, pointerTo(pointer, key), reporter);
  if (second !== undefined) {
    const message = `A secret comes from one place: \`${first?.[0] ?? ""}\` or \`${second[0]}\`, not both. Remove one of them.`;
    reporter.report({ code: "schema/keys-conflict", severity: "error", message }, pointerTo(pointer, second[0]), "key");
    return {};
  }
  if (first === undefined) {
    const message = `It is not said where the value of this secret is. Write ${forms}.`;
    const problem: ConfigProblem = { code: "schema/missing-key", severity: "error", message, expected: keys };
    if (unknown.length === 0) reporter.report(problem, pointer, "key");
    return {};
  }
  const [key, place] = first;
  const expected = problemOf(key, place);
  if (expected !== undefined) reporter.report(badValue(expected), pointerTo(pointer, key), "value");
  return expected === undefined && unknown.length === 0 ? { [key]: place } : {};
}

const forms = '`{env = "VARIABLE"}` or `{file = "path"}`';

/** What is expected in the place of what stands there; `undefined` when it is right. */
function problemOf(key: string, place: Json): string | undefined {
  if (key === "file") return typeof place === "string" && place.trim() !== "" ? undefined : "the path of a file";
  if (typeof place === "string" && isVariableName(place)) return undefined;
  return "the name of an environment variable (letters, digits and _, without $), such as PAGER_TOKEN";
}

function badValue(expected: string): ConfigProblem {
  return {
    code: "schema/bad-value",
    severity: "error",
    message: `Expected ${expected}. The secret itself does not belong into this file.`,
  };
}
