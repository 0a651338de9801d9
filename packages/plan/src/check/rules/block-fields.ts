import { nearestNames } from "../../nearest-names.ts";
import { readBlock } from "../../shape/read-block.ts";
import { pathText } from "../../template/path-text.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { helperUsage } from "../helper-usage.ts";
import { replaceTag } from "../repairs.ts";
import { meaningOf } from "../scope.ts";
import { atTag } from "../tag-place.ts";
import type { BlockRead } from "../walk-blocks.ts";

/** Fields of a block's current item that by its declared shape can't be there. */
export function blockFields(reads: readonly BlockRead[], context: CheckContext): void {
  for (const read of reads) {
    const { path } = read;
    if (meaningOf(path.root, read, context).kind !== "block") continue;
    const { impossible } = readBlock(path, read.items);
    if (impossible === undefined) continue;
    const { depth, expected, type } = impossible;
    const isThis = path.root === "this";
    const names = isThis ? path.segments : [path.root, ...path.segments];
    const field = String(names[depth]);
    const owner = depth === 0 ? "The current item" : `\`${pathText(path, isThis ? depth : depth - 1)}\``;
    const near = hints(context) ? nearestNames(field, expected, 1) : [];
    const fields = expected.length > 0 ? ` It has: ${expected.slice(0, 20).join(", ")}.` : "";
    const hint = near[0] === undefined ? "" : ` Did you mean \`${near[0]}\`?`;
    const message =
      type === undefined
        ? `${owner} has no field \`${field}\`.${hint}${fields}`
        : `${owner} is ${type} and has no field \`${field}\`.`;
    const suggestions = near.flatMap((name) => {
      const [root = "", ...segments] = names.map((one, index) => (index === depth ? name : one));
      const renamed = isThis ? { ...path, segments: [root, ...segments] } : { ...path, root: String(root), segments };
      const patch = replaceTag({ ...read, path: renamed }, renamed.segments, context);
      return patch === undefined ? [] : [{ title: `Read \`${pathText(renamed)}\``, patch: [patch] }];
    });
    problem(context, "ref/no-such-field", message + helperUsage(path), read.pointer, {
      ...atTag(read),
      severity: read.guarded ? "warning" : "error",
      expected,
      shapeSource: "declared",
      ...(suggestions.length > 0 && { suggestions }),
    });
  }
}
