import type { Json } from "@graph/plan";
import { createMask, type Mask } from "./create-mask.ts";
import { maskValue } from "./mask-value.ts";
import { secretState } from "./secret-state.ts";
import { spellingsOf } from "./spellings.ts";

/** Puts `***` in the place of secrets, in every spelling, and of the beginning of one in front of `…`. */
export interface Redactor {
  text(text: string): string;
  /** The value itself when there is no secret in it. Names of properties count as well, and numbers that hold a secret become texts. */
  value(value: Json): Json;
  /** As `text`, for a text that others may have cut: the beginning of a secret at its end goes too. */
  cutText(text: string): string;
}

/** Makes a redactor of some secrets; those under 6 characters are left alone, because they would be found in ordinary words. */
export function createRedactor(secrets: readonly string[]): Redactor {
  if (!secrets.some((secret) => secretState(secret) === "set")) return nothingToHide;
  // Made for the first text: a key has some hundred spellings, and a command may show nothing.
  let made: Mask | undefined;
  const mask: Mask = (text, wasCut) => {
    made ??= createMask(new Set(secrets.flatMap((secret) => [...spellingsOf(secret)])));
    return made(text, wasCut);
  };
  const text = (given: string): string => mask(given, false);
  return { text, value: (value) => maskValue(value, text), cutText: (given) => mask(given, true) };
}

const nothingToHide: Redactor = { text: (text) => text, value: (value) => value, cutText: (text) => text };
