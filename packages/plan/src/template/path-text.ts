import type { PathExpression } from "./template.ts";

const plainName = /^[\p{L}_][\p{L}\p{N}_$:-]*$/u;

/** How a path is written in a tag; with `count`, only its root and that many segments. */
export function pathText(path: PathExpression, count: number = path.segments.length): string {
  let text = plainName.test(path.root) || path.root.startsWith("@") ? path.root : `[${JSON.stringify(path.root)}]`;
  for (const segment of path.segments.slice(0, count)) {
    if (typeof segment === "number") {
      text += `[${segment}]`;
    } else {
      text += plainName.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    }
  }
  return text;
}
