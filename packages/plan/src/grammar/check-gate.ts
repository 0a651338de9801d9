import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { checkKeys } from "./check-keys.ts";
import { checkFilled, checkNumber } from "./check-literals.ts";
import type { Findings } from "./findings.ts";
import { gateForms, gateKeys, gateOperators, unaryOperators } from "./gate-keys.ts";
import { isObject, kindOf } from "./is-object.ts";

/** Checks the shape of a gate. Whether its tag can be a boolean is decided where shapes are known. */
export function checkGate(findings: Findings, gate: Json, pointer: string): void {
  if (typeof gate === "boolean") {
    findings.add(
      "step/gate-constant",
      `This gate is always ${gate}: ${gate ? "leave it out" : "what it guards never runs"}.`,
      pointer,
    );
  } else if (typeof gate === "string") {
    checkTag(findings, gate, pointer);
  } else if (isObject(gate)) {
    checkForm(findings, gate, pointer);
  } else {
    findings.add(
      "step/gate-not-boolean",
      `A gate is one tag, \`{value, op, to}\`, \`{all: […]}\`, \`{any: […]}\`, \`{not: …}\`, \`{decide: …}\` or \`{infer: …}\`, not ${kindOf(gate)}.`,
      pointer,
    );
  }
}

function checkTag(findings: Findings, gate: string, pointer: string): void {
  const before = findings.diagnostics.length;
  findings.readTemplates(gate, pointer);
  // A broken tag was reported; that it is no single tag follows from it.
  const broken = findings.diagnostics.slice(before).some((diagnostic) => diagnostic.severity === "error");
  if (broken || findings.templates.get(pointer)?.sole === true) return;
  findings.add(
    "step/gate-not-boolean",
    "A text is no gate: write one tag that gives true or false, or compare with `{value, op, to}`.",
    pointer,
  );
}

function checkForm(findings: Findings, gate: JsonObject, pointer: string): void {
  const compares = Object.hasOwn(gate, "value") || Object.hasOwn(gate, "op") || Object.hasOwn(gate, "to");
  const present = [...gateForms.keys()].filter((key) => (key === "op" ? compares : Object.hasOwn(gate, key)));
  const [form, other] = present;
  // Of two forms one has to go, and with it what it lacks.
  const required = compares && other === undefined ? needed(gate) : [];
  checkKeys(findings, gate, pointer, { name: "a gate", keys: gateKeys, required });
  if (other !== undefined) conflict(findings, gate, pointer);
  else if (form !== undefined) companions(findings, gate, form, pointer);
  else if (!Object.keys(gate).some((key) => !Object.hasOwn(gateKeys, key))) {
    findings.add(
      "schema/missing-key",
      "A gate needs `value`, `op` and mostly `to`, or one of `all`, `any`, `not`, `decide`, `infer`.",
      pointer,
      { firstKey: true },
    );
  }
  for (const [key, value] of Object.entries(gate)) checkPart(findings, gate, key, value, pointerTo(pointer, key));
}

/** Keys that belong to another form. */
function companions(findings: Findings, gate: JsonObject, form: string, pointer: string): void {
  for (const key of Object.keys(gate)) {
    if (key === form || !Object.hasOwn(gateKeys, key) || gateForms.get(form)?.includes(key) === true) continue;
    const owners = [...gateForms].filter(([, keys]) => keys.includes(key)).map(([name]) => `\`${name}\``);
    const at = pointerTo(pointer, key);
    findings.add("schema/keys-conflict", `\`${key}\` belongs beside ${owners.join(" or ")}: remove it.`, at, {
      key: true,
      suggestions: [{ title: `Remove \`${key}\``, patch: [{ op: "remove", path: at }] }],
    });
  }
}

function needed(gate: JsonObject): string[] {
  const alone = typeof gate["op"] === "string" && unaryOperators.has(gate["op"]);
  return alone ? ["value", "op"] : ["value", "op", "to"];
}

function checkPart(findings: Findings, gate: JsonObject, key: string, value: Json, pointer: string): void {
  switch (key) {
    case "value":
    case "state":
      findings.readTemplates(value, pointer);
      return;
    case "decide":
    case "infer":
    case "model":
      if (checkFilled(findings, key, value, pointer)) findings.readTemplates(value, pointer);
      return;
    case "min_probability":
      checkNumber(findings, key, value, gateKeys[key]!, pointer);
      return;
    case "to":
      findings.readTemplates(value, pointer);
      if (typeof gate["op"] === "string" && unaryOperators.has(gate["op"])) {
        findings.add("schema/keys-conflict", `\`${gate["op"]}\` looks at \`value\` alone: remove \`to\`.`, pointer, {
          key: true,
          suggestions: [{ title: "Remove `to`", patch: [{ op: "remove", path: pointer }] }],
        });
      }
      return;
    case "op":
      checkOperator(findings, value, pointer);
      return;
    case "not":
      checkGate(findings, value, pointer);
      return;
    case "all":
    case "any":
      if (Array.isArray(value))
        value.forEach((item: Json, index) => checkGate(findings, item, pointerTo(pointer, index)));
      else findings.add("schema/bad-value", `\`${key}\` must be a list of gates, not ${kindOf(value)}.`, pointer);
      return;
    default:
  }
}

function checkOperator(findings: Findings, value: Json, pointer: string): void {
  if (findings.refuseTag(value, pointer, "`op`")) return;
  if (typeof value === "string" && gateOperators.includes(value)) return;
  const wanted = typeof value === "string" ? (signs.get(value) ?? findings.nearest(value, gateOperators)) : undefined;
  const hint = wanted === undefined ? "" : ` Did you mean \`${wanted}\`?`;
  findings.add("schema/bad-value", `\`op\` must be one of ${gateOperators.join(", ")}.${hint}`, pointer, {
    expected: gateOperators,
    ...(wanted === undefined
      ? {}
      : { suggestions: [{ title: `Write \`${wanted}\``, patch: [{ op: "replace", path: pointer, value: wanted }] }] }),
  });
}

const signs: ReadonlyMap<string, string> = new Map([
  ["==", "eq"],
  ["===", "eq"],
  ["=", "eq"],
  ["!=", "ne"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
  ["equals", "eq"],
  ["matches", "matches_glob"],
]);

function conflict(findings: Findings, gate: JsonObject, pointer: string): void {
  const present = Object.keys(gate).filter((key) => Object.hasOwn(gateKeys, key));
  const first = present[0]!;
  const group = (key: string): string => (key === "value" || key === "op" || key === "to" ? "op" : key);
  const later = present.find((key) => group(key) !== group(first))!;
  findings.add(
    "schema/keys-conflict",
    `A gate is of one form (${[...gateForms.keys()].join(", ")}): \`${first}\` and \`${later}\` exclude each other. Use \`all\` or \`any\` around two gates.`,
    pointerTo(pointer, later),
    {
      key: true,
      related: [{ message: `\`${first}\` stands here`, pointer: pointerTo(pointer, first), key: true }],
    },
  );
}
