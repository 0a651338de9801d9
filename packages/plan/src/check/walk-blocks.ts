import type { JsonObject } from "../json.ts";
import { blockItem } from "../shape/read-block.ts";
import { templatePaths } from "../template/template-paths.ts";
import type { TemplateNode } from "../template/template.ts";
import type { CheckContext } from "./check-context.ts";
import { placeOf, stepAt, type Place, type Read } from "./reads.ts";

/** A path that is read in a block with a current item, with the shapes of the items, the innermost first. */
export interface BlockRead extends Read {
  readonly items: readonly JsonObject[];
}

/** Every path that the tags of a plan read inside blocks which set a current item. */
export function blockReads(context: CheckContext): BlockRead[] {
  const found: BlockRead[] = [];
  for (const [pointer, template] of context.plan.templates) {
    if (!template.nodes.some(({ type }) => type === "block")) continue;
    const step = stepAt(pointer, context.tree);
    const place = { ...placeOf(pointer, step), items: [] };
    walk(template.nodes, { pointer, text: template.text, place }, context, found);
  }
  return found;
}

interface Block {
  readonly pointer: string;
  readonly text: string;
  readonly place: Place & { readonly items: readonly JsonObject[] };
}

function walk(nodes: readonly TemplateNode[], block: Block, context: CheckContext, found: BlockRead[]): void {
  const { pointer, text, place } = block;
  for (const node of nodes) {
    if (node.type === "text") continue;
    if (place.items.length > 0) {
      const alone = { ...node, ...(node.type === "block" && { body: [], otherwise: [] }) };
      for (const path of templatePaths({ text, nodes: [alone], sole: false, problems: [] }))
        found.push({ ...path, ...place, pointer, inBlock: true });
    }
    if (node.type !== "block") continue;
    const { kind } = node;
    const setsItem = kind === "each" || kind === "with" || kind === "section";
    const inner = setsItem
      ? { inBlock: true, items: [blockItem(kind, context.shapes.ofExpression(node.expression, place)), ...place.items] }
      : {};
    walk(node.body, { ...block, place: { ...place, ...inner } }, context, found);
    walk(node.otherwise, block, context, found);
  }
}
