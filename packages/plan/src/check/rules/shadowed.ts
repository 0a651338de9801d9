import { isObject } from "../../grammar/is-object.ts";
import type { Json } from "../../json.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";
import { meaningOf } from "../scope.ts";
import { atTag } from "../tag-place.ts";
import type { BlockRead } from "../walk-blocks.ts";

/** In a block, names of the plan win over fields of the current item: a field of the same name is most likely what was meant. */
export function shadowed(reads: readonly BlockRead[], context: CheckContext): void {
  for (const read of reads) {
    const { root } = read.path;
    if (!read.items.some((item) => hasField(own(item, "properties"), root))) continue;
    if (meaningOf(root, read, context).kind === "block") continue;
    problem(
      context,
      "ref/shadowed",
      `\`${root}\` is the plan's own name here, not the field of the current item. \`this.${root}\` reads the field.`,
      read.pointer,
      atTag(read),
    );
  }
}

function hasField(properties: Json | undefined, name: string): boolean {
  return isObject(properties) && Object.hasOwn(properties, name);
}
