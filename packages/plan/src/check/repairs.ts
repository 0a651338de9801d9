import type { PatchOperation } from "../diagnostic.ts";
import type { CheckContext } from "./check-context.ts";
import type { Read } from "./reads.ts";
import { pathText } from "../template/path-text.ts";

/** The text of a read's scalar with its tag written anew. */
export function withTag(read: Read, tag: string, context: CheckContext): PatchOperation {
  const text = context.plan.templates.get(read.pointer)?.text ?? "";
  return { op: "replace", path: read.pointer, value: text.slice(0, read.start) + tag + text.slice(read.end) };
}

/** A tag is written anew only when the path is all there is in it; elsewhere the path might stand there twice. */
export function replaceTag(
  read: Read,
  segments: readonly (string | number)[],
  context: CheckContext,
): PatchOperation | undefined {
  const path = pathText({ ...read.path, segments });
  return read.whole && !/[#^]/u.test(read.tag.slice(0, 4)) ? withTag(read, `<<${path}>>`, context) : undefined;
}

/** Replaces the first name of the path in its tag. */
export function replaceFirstName(read: Read, name: string, context: CheckContext): PatchOperation {
  const escaped = read.path.root.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
  const tag = read.tag.replace(new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, "u"), name);
  return withTag(read, tag, context);
}

/** Puts a helper around what a tag that stands alone reads. */
export function wrapInHelper(read: Read, helper: string, context: CheckContext): PatchOperation | undefined {
  const path = pathText(read.path);
  return read.whole ? withTag(read, `<<${helper} ${path}>>`, context) : undefined;
}
