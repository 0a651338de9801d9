import type { Json } from "../json.ts";
import { templateLimits } from "./limits.ts";
import { TemplateError } from "./template-error.ts";

/** A value in mixed text: a string as it is, everything else as compact JSON. Throws when that would be too long. */
export function compactText(value: Json): string {
  return typeof value === "string" ? value : compactJson(value);
}

/** Compact JSON of a value, bounded. */
export function compactJson(value: Json): string {
  if (typeof value === "object" && value !== null) {
    measure(value);
  }
  return JSON.stringify(value);
}

/** Throws when a text of that many characters is longer than a template may make. */
export function checkProduced(characters: number): void {
  if (characters > templateLimits.producedCharacters) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `This makes a text of more than ${templateLimits.producedCharacters.toLocaleString("en")} characters. Pass the value itself (a tag that stands alone), or a part of it.`,
    );
  }
}

/**
 * Adds up a lower bound of the JSON's length before it is written. A value may hold the same list many times by reference, and
 * some thirty such levels are more text than memory: counting stops at the limit. Depth is capped, as `JSON.stringify` recurses.
 */
export function measure(value: Json): void {
  let characters = 0;
  const visit = (part: Json, depth: number): void => {
    if (typeof part === "string") {
      characters += part.length + 2;
    } else if (typeof part !== "object" || part === null) {
      characters += 1;
    } else {
      if (depth > templateLimits.valueDepth * 2) {
        throw new TemplateError(
          "input/invalid",
          "type",
          `This value is nested more than ${templateLimits.valueDepth * 2} deep and cannot be written as text.`,
        );
      }
      characters += 2;
      if (Array.isArray(part)) {
        for (const item of part as readonly Json[]) {
          visit(item, depth + 1);
        }
      } else {
        for (const [key, item] of Object.entries(part)) {
          characters += key.length + 3;
          visit(item, depth + 1);
        }
      }
    }
    checkProduced(characters);
  };
  visit(value, 0);
}
