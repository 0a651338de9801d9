import type { Diagnostic } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import type { Findings } from "./findings.ts";
import type { KeyTable } from "./key-rule.ts";

interface KeyPlace {
  /** How messages call the map: "a plan", "a step", "the input of `map`". */
  readonly name: string;
  readonly keys: KeyTable;
  readonly required?: readonly string[];
  /** Keys that the language has and this version does not. */
  readonly later?: ReadonlySet<string>;
  /** What to say of a key that belongs elsewhere; `undefined` when it belongs nowhere. */
  readonly elsewhere?: (key: string) => string | undefined;
}

/** Reports the keys of a map that do not belong there, and those that are missing. */
export function checkKeys(findings: Findings, map: JsonObject, pointer: string, place: KeyPlace): void {
  const known = Object.keys(place.keys);
  const missing = (place.required ?? []).filter((key) => !Object.hasOwn(map, key));
  for (const key of Object.keys(map)) {
    if (!Object.hasOwn(place.keys, key)) unknownKey(findings, key, pointer, place, known, missing);
  }
  for (const key of missing) {
    findings.add("schema/missing-key", missingMessage(place, key), pointer, { firstKey: true, expected: [key] });
  }
}

function unknownKey(
  findings: Findings,
  key: string,
  pointer: string,
  place: KeyPlace,
  known: readonly string[],
  missing: string[],
): void {
  const at = pointerTo(pointer, key);
  const shown = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  if (place.later?.has(key) === true) {
    const message = `\`${shown}\` of ${place.name} is part of the plan language, but this version of graph does not have it yet. Remove it.`;
    findings.add("schema/unknown-key", message, at, { key: true });
    return;
  }
  const elsewhere = place.elsewhere?.(key);
  if (elsewhere !== undefined) {
    findings.add("schema/unknown-key", elsewhere, at, { key: true, expected: known });
    return;
  }
  const near = findings.nearest(key, known);
  if (near === undefined) {
    const message = `\`${shown}\` is no key of ${place.name}. It has: ${known.join(", ")}.`;
    findings.add("schema/unknown-key", message, at, { key: true, expected: known });
    return;
  }
  const lacking = missing.indexOf(near);
  let follows: Diagnostic["follows"];
  if (lacking !== -1) {
    // Misspelt, not left out: one slip is one problem.
    missing.splice(lacking, 1);
    follows = [{ code: "schema/missing-key", message: missingMessage(place, near) }];
  }
  findings.add("schema/unknown-key", `\`${shown}\` is no key of ${place.name}. Did you mean \`${near}\`?`, at, {
    key: true,
    expected: known,
    suggestions: [
      { title: `Rename it to \`${near}\``, patch: [{ op: "move", from: at, path: pointerTo(pointer, near) }] },
    ],
    ...(follows === undefined ? {} : { follows }),
  });
}

function missingMessage(place: KeyPlace, key: string): string {
  const description = place.keys[key]?.description;
  const name = place.name.charAt(0).toUpperCase() + place.name.slice(1);
  return `${name} needs the key \`${key}\`.${description === undefined ? "" : ` ${description}`}`;
}
