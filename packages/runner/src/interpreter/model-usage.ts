import { type Json, modelTools } from "@graph/plan";

/** The tools whose results say what a model has used up. */
export const modelToolNames: ReadonlySet<string> = new Set(Object.values(modelTools));

/** `usage: {input_tokens?, output_tokens?}` of a result; 0 for what it does not say. */
export function tokensOf(value: Json): number {
  const usage = member(value, "usage");
  return count(member(usage, "input_tokens")) + count(member(usage, "output_tokens"));
}

function member(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined;
}

function count(value: Json | undefined): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
