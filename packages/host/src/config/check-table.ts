import { isHostEntry } from "@graph/builtins";
import { longestGlob, parseDuration, pointerTo, type Json, type JsonObject } from "@graph/plan";
import { checkServerId } from "@graph/tools";
import { checkSecret } from "./check-secret.ts";
import type { ConfigProblem, ConfigReporter } from "./config-reporter.ts";
import type { ConfigRule } from "./rule.ts";
import { shorten } from "./shorten.ts";
import { reportUnknownKey } from "./unknown-key.ts";
import { isVariableName } from "./variable-name.ts";

/** Checks a table against its rule and returns what is right of it: a wrong key is reported and left out. */
export function checkTable(value: Json, rule: ConfigRule, pointer: string, reporter: ConfigReporter): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    reporter.report(badValue(value, "a table"), pointer, "value");
    return {};
  }
  const right: [string, Json][] = [];
  for (const [key, item] of Object.entries(value as JsonObject)) {
    const below = pointerTo(pointer, key);
    const keyRule = ruleOf(rule, key, below, reporter);
    if (keyRule === undefined) continue;
    const checked = checkValue(item, keyRule, below, reporter);
    if (checked !== undefined) right.push([key, checked]);
  }
  return Object.fromEntries(right);
}

function ruleOf(rule: ConfigRule, key: string, pointer: string, reporter: ConfigReporter): ConfigRule | undefined {
  if (rule.kind === "tables") {
    const problem = rule.names === "server" ? checkServerId(key) : undefined;
    if (problem === undefined) return rule.rule;
    const message = `${problem.message} The server is left out.`;
    reporter.report({ code: problem.code, severity: "error", message }, pointer, "key");
    return undefined;
  }
  if (rule.kind !== "table") return undefined;
  const known = rule.keys.get(key);
  if (known !== undefined) return known;
  reportUnknownKey(key, [...rule.keys.keys()], pointer, reporter);
  return undefined;
}

function checkValue(value: Json, rule: ConfigRule, pointer: string, reporter: ConfigReporter): Json | undefined {
  const refuse = (expected: string): undefined => {
    reporter.report(badValue(value, expected), pointer, "value");
    return undefined;
  };
  switch (rule.kind) {
    case "table":
    case "tables":
      return checkTable(value, rule, pointer, reporter);
    case "not-built": {
      const name = pointer.slice(1).replaceAll("/", ".");
      reporter.report(
        {
          code: "schema/unknown-key",
          severity: "error",
          message: `\`${name}\` (${rule.what}) is not supported by this version of graph. Remove it.`,
        },
        pointer,
        "key",
      );
      return undefined;
    }
    case "secret":
      return checkSecret(value, pointer, reporter);
    case "text":
      return typeof value === "string" ? value : refuse("a text");
    case "boolean":
      return typeof value === "boolean" ? value : refuse("true or false");
    case "duration":
      if (typeof value === "string" && parseDuration(value) !== undefined) return value;
      reporter.report(
        {
          code: "schema/bad-duration",
          severity: "error",
          message: `${show(value)} is no duration. Write a text such as "500ms", "30s", "5m", "2h" or "1d".`,
        },
        pointer,
        "value",
      );
      return undefined;
    case "integer":
      return typeof value === "number" && Number.isInteger(value) && value >= rule.minimum && value <= rule.maximum
        ? value
        : refuse(`a whole number from ${rule.minimum} to ${rule.maximum}`);
    case "choice":
      if (typeof value === "string" && rule.values.includes(value)) return value;
      if (typeof value === "string" && rule.notBuilt.includes(value)) {
        const message = `${show(value)} is not supported by this version of graph. Write ${rule.values.map(show).join(" or ")}.`;
        reporter.report(
          { code: "schema/bad-value", severity: "error", message, expected: rule.values },
          pointer,
          "value",
        );
        return undefined;
      }
      return refuse(`one of ${rule.values.map(show).join(", ")}`);
    case "anything":
      return value;
    case "schema":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? value : refuse("a JSON Schema");
    case "variables":
      if (!Array.isArray(value)) return refuse("a list of names of environment variables");
      return allTexts(entriesOf(value), pointer, reporter) &&
        allVariables(value as readonly string[], pointer, reporter)
        ? value
        : undefined;
    case "hosts":
      if (!Array.isArray(value)) return refuse("a list of hosts");
      return allTexts(entriesOf(value), pointer, reporter) && allHosts(value as readonly string[], pointer, reporter)
        ? value
        : undefined;
    case "text-groups": {
      if (!Array.isArray(value)) return refuse("a list of lists of texts");
      const groups = (value as readonly Json[]).map((group, index) => {
        if (Array.isArray(group)) return allTexts(entriesOf(group), `${pointer}/${index}`, reporter);
        reporter.report(badValue(group, "a list of texts that mean the same"), `${pointer}/${index}`, "value");
        return false;
      });
      return groups.every(Boolean) ? value : undefined;
    }
    case "globs":
      if (!Array.isArray(value)) return refuse("a list of texts");
      return allTexts(entriesOf(value), pointer, reporter) && allGlobs(value as readonly string[], pointer, reporter)
        ? value
        : undefined;
    case "texts":
      if (!Array.isArray(value)) return refuse("a list of texts");
      return allTexts(entriesOf(value), pointer, reporter) ? value : undefined;
    default:
      if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("a table of texts");
      return allTexts(Object.entries(value), pointer, reporter) ? value : undefined;
  }
}

function allTexts(items: readonly (readonly [string, Json])[], pointer: string, reporter: ConfigReporter): boolean {
  const wrong = items.filter(([, item]) => typeof item !== "string");
  for (const [key, item] of wrong) {
    reporter.report(badValue(item, "a text"), pointerTo(pointer, key), "value");
  }
  return wrong.length === 0;
}

const entriesOf = (list: readonly Json[]): readonly (readonly [string, Json])[] =>
  list.map((item, index) => [String(index), item]);

function allVariables(names: readonly string[], pointer: string, reporter: ConfigReporter): boolean {
  const wrong = names.flatMap((name, index) => (isVariableName(name) ? [] : [index]));
  for (const index of wrong) {
    const expected = "the name of an environment variable (letters, digits and _), such as CI";
    reporter.report(badValue(names[index] ?? "", expected), `${pointer}/${index}`, "value");
  }
  return wrong.length === 0;
}

function allHosts(hosts: readonly string[], pointer: string, reporter: ConfigReporter): boolean {
  const wrong = hosts.flatMap((host, index) => (isHostEntry(host) ? [] : [index]));
  for (const index of wrong) {
    const expected = "a host such as example.org, example.org:8080, *.example.org or *";
    reporter.report(badValue(hosts[index] ?? "", expected), `${pointer}/${index}`, "value");
  }
  return wrong.length === 0;
}

// Each is held against every tool: a list without end would stop the program, not protect it.
const mostGlobs = 1000;

function allGlobs(globs: readonly string[], pointer: string, reporter: ConfigReporter): boolean {
  if (globs.length > mostGlobs) {
    const message = `There are at most ${mostGlobs} entries here, not ${globs.length}. Write \`*\` for what they have in common.`;
    reporter.report({ code: "schema/bad-value", severity: "error", message }, pointer, "value");
    return false;
  }
  const wrong = globs.flatMap((glob, index) => (glob.length > longestGlob ? [index] : []));
  for (const index of wrong) {
    reporter.report(
      badValue(globs[index] ?? "", `a name of at most ${longestGlob} characters`),
      `${pointer}/${index}`,
      "value",
    );
  }
  return wrong.length === 0;
}

function badValue(value: Json, expected: string): ConfigProblem {
  return { code: "schema/bad-value", severity: "error", message: `Expected ${expected}, got ${show(value)}.` };
}

function show(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a table";
  return JSON.stringify(typeof value === "string" ? shorten(value) : value);
}
