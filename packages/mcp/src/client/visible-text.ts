import type { Json, JsonObject } from "@graph/plan";

/**
 * What a reader does not see and a model does: control characters (not tab and line feed), zero-width and bidirectional marks, the
 * tag characters, the variation selectors that carry data.
 */
const hidden =
  /\u17b4|\u17b5|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

const loneSurrogate = /\p{Surrogate}/gu;

/** Well-formed Unicode: half a character becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(loneSurrogate, "\ufffd");
}

/** A text in which nothing is hidden: what cannot be seen is written as `\u{200b}`, and line ends are line feeds. */
export function visibleText(text: string): string {
  return wellFormed(text)
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** At most `limit` UTF-16 units, cut between characters, with `…` at the end of what was cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A schema whose `title` and `description` texts are visible; the same object when they are already. */
export function visibleSchema(schema: JsonObject): JsonObject {
  return visibleMembers(schema, 0) as JsonObject;
}

/** Deeper than any schema that is usable; an example value inside one may be deeper and is nothing that is read. */
const deepest = 100;

function visibleMembers(value: Json, depth: number): Json {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => visibleMembers(item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed = false;
  const members = Object.entries(value).map(([key, member]): [string, Json] => {
    const isText = typeof member === "string" && (key === "title" || key === "description");
    const visible = isText ? cutText(visibleText(member), 2048) : visibleMembers(member, depth + 1);
    changed ||= visible !== member;
    return [key, visible];
  });
  return changed ? Object.fromEntries(members) : value;
}
