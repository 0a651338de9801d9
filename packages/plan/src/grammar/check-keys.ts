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
  /** Keys of which one must stand there. */
  readonly oneOf?: readonly string[];
  /** Keys that other maps have for what is called otherwise here. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** What to say of a key that belongs elsewhere; `undefined` when it belongs nowhere. */
  readonly elsewhere?: (key: string) => string | undefined;
}

/** What a map lacks. A misspelt key takes its own name out: one slip is one problem. */
interface Lacking {
  readonly keys: Set<string>;
  /** Keys of which one must be there, when none is. */
  oneOf: readonly string[];
}

/** Reports the keys of a map that do not belong there, and those that are missing. */
export function checkKeys(findings: Findings, map: JsonObject, pointer: string, place: KeyPlace): void {
  const has = (key: string): boolean => Object.hasOwn(map, key);
  const { required = [], oneOf = [] } = place;
  const lacking = { keys: new Set(required.filter((key) => !has(key))), oneOf: oneOf.some(has) ? [] : oneOf };
  for (const key of Object.keys(map)) {
    if (!Object.hasOwn(place.keys, key)) unknownKey(findings, key, pointer, place, lacking);
  }
  for (const key of lacking.keys) {
    const code = place.keys[key]?.missing ?? "schema/missing-key";
    findings.add(code, missingMessage(place, key), pointer, { firstKey: true, expected: [key] });
  }
  if (lacking.oneOf.length > 0) {
    const message = choiceMessage(place, lacking.oneOf);
    findings.add("schema/missing-key", message, pointer, { firstKey: true, expected: lacking.oneOf });
  }
}

function unknownKey(findings: Findings, key: string, pointer: string, place: KeyPlace, lacking: Lacking): void {
  const at = pointerTo(pointer, key);
  const shown = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  const known = Object.keys(place.keys);
  const alias = place.aliases?.get(key);
  const elsewhere = alias === undefined ? place.elsewhere?.(key) : undefined;
  if (elsewhere !== undefined) {
    findings.add("schema/unknown-key", elsewhere, at, { key: true, expected: known });
    return;
  }
  const near = alias ?? findings.nearest(key, known);
  if (near === undefined) {
    const message = `\`${shown}\` is no key of ${place.name}. It has: ${known.join(", ")}.`;
    findings.add("schema/unknown-key", message, at, { key: true, expected: known });
    return;
  }
  const follows = folded(near, place, lacking);
  findings.add("schema/unknown-key", `\`${shown}\` is no key of ${place.name}. Did you mean \`${near}\`?`, at, {
    key: true,
    expected: known,
    suggestions: [
      { title: `Rename it to \`${near}\``, patch: [{ op: "move", from: at, path: pointerTo(pointer, near) }] },
    ],
    ...(follows.length > 0 && { follows }),
  });
}

/** What would be missing no longer if a misspelt key had its right name. */
function folded(near: string, place: KeyPlace, lacking: Lacking): NonNullable<Diagnostic["follows"]> {
  if (lacking.keys.delete(near)) return [{ code: "schema/missing-key", message: missingMessage(place, near) }];
  if (!lacking.oneOf.includes(near)) return [];
  const message = choiceMessage(place, lacking.oneOf);
  lacking.oneOf = [];
  return [{ code: "schema/missing-key", message }];
}

function missingMessage(place: KeyPlace, key: string): string {
  const description = place.keys[key]?.description;
  return `${capital(place.name)} needs the key \`${key}\`.${description === undefined ? "" : ` ${description}`}`;
}

function choiceMessage(place: KeyPlace, keys: readonly string[]): string {
  return `${capital(place.name)} needs one of ${keys.map((key) => `\`${key}\``).join(", ")}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
