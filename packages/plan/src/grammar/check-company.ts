import type { ControlStepGrammar } from "../control/control-step.ts";
import type { Suggestion } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import type { Findings } from "./findings.ts";
import { isObject } from "./is-object.ts";

/** Keys of a control step that exclude each other, and keys that make sense beside certain others only. */
export function checkCompany(
  findings: Findings,
  grammar: ControlStepGrammar,
  input: JsonObject,
  pointer: string,
): void {
  for (const keys of grammar.exclusive ?? []) checkExclusive(findings, input, keys, pointer);
  const has = (key: string): boolean => Object.hasOwn(input, key);
  // That the key which decides is missing was said; what belongs to it follows from that.
  if (grammar.oneOf?.some(has) === false) return;
  for (const { key, with: others, required } of grammar.together ?? []) {
    const beside = others.find(has);
    if (has(key) && beside === undefined) alone(findings, key, others, grammar, input, pointer);
    else if (required && beside !== undefined && !has(key)) {
      const message = `The input of \`${grammar.name}\` needs the key \`${key}\` beside \`${beside}\`.`;
      findings.add("schema/missing-key", message, pointer, { firstKey: true, expected: [key] });
    }
  }
}

/** Keys of which only one may stand in a map. */
export function checkExclusive(findings: Findings, input: JsonObject, keys: readonly string[], pointer: string): void {
  const [first, ...rest] = Object.keys(input).filter((key) => keys.includes(key));
  for (const key of rest) {
    const message = `\`${first}\` and \`${key}\` exclude each other: keep one.`;
    findings.add("schema/keys-conflict", message, pointerTo(pointer, key), {
      key: true,
      related: [{ message: `\`${first}\` stands here`, pointer: pointerTo(pointer, first!), key: true }],
    });
  }
}

/** A key without any of those that it belongs beside. It may belong into a map that stands there. */
function alone(
  findings: Findings,
  key: string,
  others: readonly string[],
  { keys }: ControlStepGrammar,
  input: JsonObject,
  pointer: string,
): void {
  const at = pointerTo(pointer, key);
  const owner = Object.keys(input).find((name) => {
    const rule = Object.hasOwn(keys, name) ? keys[name] : undefined;
    return rule?.kind === "map" && Object.hasOwn(rule.keys ?? {}, key) && isObject(input[name]);
  });
  const listed = others.map((other) => `\`${other}\``).join(" or ");
  const [message, suggestion]: readonly [string, Suggestion] =
    owner === undefined
      ? [
          `\`${key}\` belongs beside ${listed}: remove it.`,
          { title: `Remove \`${key}\``, patch: [{ op: "remove", path: at }] },
        ]
      : [
          `\`${key}\` belongs into \`${owner}\` here.`,
          {
            title: `Move it into \`${owner}\``,
            patch: [{ op: "move", from: at, path: pointerTo(pointerTo(pointer, owner), key) }],
          },
        ];
  findings.add("schema/keys-conflict", message, at, { key: true, suggestions: [suggestion] });
}
