import { type Json, sha256 } from "@graph/plan";
import { canonicalJson } from "@graph/tools";
import type { LargeValue } from "../port.ts";

const previewLength = 400;

/** What sinks show of a large value: its address by content, its size, and how its JSON begins. */
export function largeValue(value: Json, bytes: number): LargeValue {
  const text = canonicalJson(value);
  const preview = text.slice(0, previewLength).toWellFormed();
  return { ref: `sha256:${sha256(text)}`, bytes, preview: text.length > previewLength ? `${preview}…` : preview };
}
