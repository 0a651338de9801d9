import type { Json, JsonObject } from "@graph/plan";
import { rememberedFrom, walkedContainer } from "./walk-result.ts";

/** What has been counted: each large container and text once. Made when the first one comes: a weak set in each run costs every collection. */
export class Counted {
  #containers: WeakSet<object> | undefined;
  #texts: Set<string> | undefined;

  /** Whether it is counted for the first time. */
  container(container: object): boolean {
    if (this.#containers?.has(container) === true) return false;
    (this.#containers ??= new WeakSet()).add(container);
    return true;
  }

  text(text: string): boolean {
    if (this.#texts?.has(text) === true) return false;
    (this.#texts ??= new Set()).add(text);
    return true;
  }
}

/** What a part costs that was counted before: about a reference. */
const referenceBytes = 16;

/** Estimated bytes of a value as JSON text. */
export function sizeOf(value: Json): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  const known = walkedContainer(value);
  if (known !== undefined) return known.bytes;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value as readonly Json[]) bytes += 1 + sizeOf(item);
  else for (const key of Object.keys(value)) bytes += key.length + 4 + sizeOf((value as JsonObject)[key] ?? null);
  return bytes;
}

/** Whether a value that has been walked would be larger than so many bytes as JSON text. */
export function isLarger(value: Json, bytes: number): boolean {
  return typeof value === "object" && value !== null && (walkedContainer(value)?.bytes ?? 0) > bytes;
}

/** Estimated bytes that a value adds to what has been counted. Values have been walked, so they are no deeper than that allows. */
export function addedSize(value: Json, counted: Counted): number {
  if (typeof value === "string") return addedText(value, counted);
  if (typeof value !== "object" || value === null) return 8;
  const known = walkedContainer(value);
  if (known === undefined) {
    let bytes = 2;
    if (Array.isArray(value)) for (const item of value as readonly Json[]) bytes += 1 + addedSize(item, counted);
    else
      for (const key of Object.keys(value))
        bytes += key.length + 4 + addedSize((value as JsonObject)[key] ?? null, counted);
    return bytes;
  }
  if (!counted.container(value)) return referenceBytes;
  let bytes = known.ownBytes;
  for (const part of known.parts) bytes += addedSize(part as Json, counted);
  return bytes;
}

function addedText(text: string, counted: Counted): number {
  const bytes = text.length + 2;
  if (bytes < rememberedFrom) return bytes;
  return counted.text(text) ? bytes : referenceBytes;
}
