import type { Json, JsonObject } from "@graph/plan";
import type { Making } from "./generate-making.ts";
import { fieldOf, type Place } from "./generate-place.ts";

/** Classes that tools fail with. */
export const toolClasses = ["unavailable", "rate_limited", "tool_error", "denied", "invalid_input"] as const;

/** What a value of a tool's input may be. */
export function value(making: Making, place: Place): Json {
  const { random } = making;
  if (random.chance(0.25)) return random.whole(0, 900);
  if (place.names.length > 0 && random.chance(0.4)) return nameRead(making, place);
  if (random.chance(0.1)) return `text <<input.n>> and ${safeRead(making, place)}`;
  if (random.chance(0.04)) return "<<run.id>>";
  return random.chance(0.4) ? safeRead(making, place) : read(making, place);
}

/** A read that fails, or skips its step, when there is no result. */
export function read(making: Making, { readable }: Place): string {
  const { random } = making;
  if (readable.length === 0 || random.chance(0.1)) return "<<input.n>>";
  const { id, field, open } = random.pick(readable);
  return open && random.chance(0.05) ? `<<${id}.nothing>>` : `<<${fieldOf(id, field)}>>`;
}

/** A read that yields a number when there is no result. */
export function safeRead({ random }: Making, { readable }: Place): string {
  if (readable.length === 0) return "<<input.n>>";
  const { id, field } = random.pick(readable);
  return `<<default ${fieldOf(id, field)} 7>>`;
}

function nameRead({ random }: Making, { names }: Place): string {
  const name = random.pick(names);
  // What came before may be null, and so may an error.
  return name.includes(".") && random.chance(0.8) ? `<<default ${name} 5>>` : `<<${name}>>`;
}

/** A list of numbers. */
export function over(making: Making, { readable }: Place): Json {
  const { random } = making;
  const filtered = readable.filter(({ field }) => field === "dropped_count");
  if (filtered.length > 0 && random.chance(0.3)) return `<<${random.pick(filtered).id}.items>>`;
  // No list at all.
  if (random.chance(0.015)) return "<<input.n>>";
  return random.chance(0.5) ? "<<input.list>>" : list(making, 3);
}

export function list({ random }: Making, longest: number): number[] {
  return Array.from({ length: random.whole(0, longest) }, () => random.whole(0, 9));
}

/** A gate that compares values or asks models. */
export function gate(making: Making, place: Place): Json {
  const { random } = making;
  if (making.has("models") && random.chance(0.35)) return question(making, place);
  const kind = random.next();
  if (kind < 0.12) return { [random.pick(["all", "any"])]: [gate(making, place), gate(making, place)] };
  if (kind < 0.18) return { not: gate(making, place) };
  if (kind < 0.3 && place.readable.length > 0) return `<<exists ${random.pick(place.readable).id}>>`;
  const compared = random.chance(0.8) ? safeRead(making, place) : value(making, place);
  // What has an order is rarely told from what has none, so that few gates fail.
  const ordered = /\d|\.(?:value|n|count|dropped_count|iterations)\b/u.test(
    JSON.stringify(compared).replaceAll(/\bs\d+\b/gu, ""),
  );
  const op = random.pick(ordered || random.chance(0.1) ? ["gt", "lt", "gte"] : ["ne", "eq"]);
  return { value: compared, op, to: random.whole(0, 500) };
}

/** A yes/no question to a model. */
export function question(making: Making, place: Place): JsonObject {
  const { random } = making;
  const text = `Is ${String(random.whole(0, 30))} ${random.chance(0.5) ? "enough" : safeRead(making, place)}?`;
  if (random.chance(0.4)) return { infer: text };
  return {
    decide: text,
    ...(random.chance(0.5) ? { state: value(making, place) } : {}),
    ...(random.chance(0.3) ? { min_probability: 0.3 } : {}),
  };
}
