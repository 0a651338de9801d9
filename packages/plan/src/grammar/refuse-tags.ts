import type { Json } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import type { Findings } from "./findings.ts";

/** Refuses every tag in a value that is handed on as it is, where a tag would be shown as it stands. Says whether there was one. */
export function refuseTags(findings: Findings, value: Json, pointer: string, what: string, reason: string): boolean {
  if (typeof value === "string") return findings.refuseTag(value, pointer, what, reason);
  if (typeof value !== "object" || value === null) return false;
  const inside = Object.entries<Json>(value).map(([key, item]) =>
    refuseTags(findings, item, pointerTo(pointer, key), what, reason),
  );
  return inside.includes(true);
}
