import type { CheckedBody, CheckedPlan } from "../checked-plan.ts";
import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { compactText } from "./compact-text.ts";
import { compileExpression } from "./compile-expression.ts";
import { parseTemplate } from "./parse.ts";
import type { ParsedTemplate, TemplateScope } from "./template.ts";

/** A text of a tool's input that secrets belong into. */
export interface SecretSlot {
  /** JSON Pointer into the input. */
  readonly pointer: string;
  /** Its parts in order: plain text, and names of secrets. */
  readonly parts: readonly (string | { readonly secret: string })[];
}

/** What stands in the place of a secret wherever it can be seen. */
export const maskedSecret = "***";

interface Slot {
  readonly pointer: string;
  readonly parts: readonly ((scope: TemplateScope) => string | { readonly secret: string })[];
}

/** Makes a closure that says where secrets belong into a tool's input; `undefined` when no tag of it reads one. */
export function compileSecrets(input: JsonObject): ((scope: TemplateScope) => readonly SecretSlot[]) | undefined {
  const slots: Slot[] = [];
  collect(input, "", slots);
  if (slots.length === 0) return undefined;
  return (scope) => slots.map(({ pointer, parts }) => ({ pointer, parts: parts.map((part) => part(scope)) }));
}

function collect(value: Json, pointer: string, slots: Slot[]): void {
  if (typeof value === "string") {
    // The parser is not asked about texts that cannot name one.
    if (!value.includes("secrets")) return;
    const template = parseTemplate(value);
    if (secretNames(template).length > 0) slots.push({ pointer, parts: partsOf(template) });
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) collect(item, `${pointer}/${index}`, slots);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, pointerTo(pointer, key), slots);
  }
}

function partsOf({ nodes, sole }: ParsedTemplate): Slot["parts"] {
  // Around a tag that stands alone blanks do not count.
  return nodes
    .filter(({ type }) => !sole || type !== "text")
    .map((node): Slot["parts"][number] => {
      if (node.type === "text") return () => node.text;
      if (node.type === "block") throw new Error("A secret stands beside a block, which the checker refuses.");
      const { expression } = node;
      const [name] = expression.type === "path" && expression.root === "secrets" ? expression.segments : [];
      if (name !== undefined) return () => ({ secret: String(name) });
      const evaluate = compileExpression(expression);
      return (scope) => compactText(evaluate(scope));
    });
}

function secretNames({ nodes }: ParsedTemplate): string[] {
  return nodes.flatMap((node) => {
    if (node.type !== "tag" || node.expression.type !== "path" || node.expression.root !== "secrets") return [];
    const [name] = node.expression.segments;
    return name === undefined ? [] : [String(name)];
  });
}

/** What `secrets` reads in a plan: every name that its steps name, masked. */
export function maskedSecrets(plan: CheckedPlan): JsonObject {
  const names = new Set<string>();
  const open: CheckedBody[] = [plan.body, ...(plan.finally === undefined ? [] : [plan.finally])];
  for (let body = open.pop(); body !== undefined; body = open.pop()) {
    for (const { kind, input, bodies } of body.steps) {
      if (kind === "call") namesIn(input, names);
      open.push(...Object.values(bodies ?? {}));
    }
  }
  return Object.fromEntries([...names].map((name) => [name, maskedSecret]));
}

function namesIn(value: Json, names: Set<string>): void {
  if (typeof value === "string") {
    if (value.includes("secrets")) for (const name of secretNames(parseTemplate(value))) names.add(name);
  } else if (typeof value === "object" && value !== null) {
    for (const item of Object.values<Json>(value)) namesIn(item, names);
  }
}
