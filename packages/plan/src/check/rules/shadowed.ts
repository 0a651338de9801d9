import { isObject } from "../../grammar/is-object.ts";
import type { JsonObject } from "../../json.ts";
import { itemShape } from "../../shape/item-shape.ts";
import { templatePaths } from "../../template/template-paths.ts";
import type { TemplateNode } from "../../template/template.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";
import { stepAt, type Place } from "../reads.ts";
import { meaningOf } from "../scope.ts";

/** In a block, names of the plan win over fields of the current item: a field of the same name is most likely what was meant. */
export function shadowed(context: CheckContext): void {
  for (const [pointer, template] of context.plan.templates) {
    if (!template.nodes.some(({ type }) => type === "block")) continue;
    const step = stepAt(pointer, context.tree);
    const place = { inGate: false, inBlock: false, ...(step !== undefined && { step }) };
    walk(template.nodes, { pointer, text: template.text, place, fields: new Set() }, context);
  }
}

interface Block {
  readonly pointer: string;
  readonly text: string;
  readonly place: Place;
  readonly fields: ReadonlySet<string>;
}

function walk(nodes: readonly TemplateNode[], block: Block, context: CheckContext): void {
  for (const node of nodes) {
    if (node.type === "text") continue;
    if (block.fields.size > 0) look(node, block, context);
    if (node.type !== "block") continue;
    const setsItem = node.kind === "each" || node.kind === "with" || node.kind === "section";
    const shape = setsItem ? context.shapes.ofExpression(node.expression, block.place) : {};
    const fields = setsItem ? fieldsOf(node.kind === "with" ? shape : itemOf(shape)) : [];
    walk(
      node.body,
      {
        ...block,
        place: { ...block.place, inBlock: setsItem || block.place.inBlock },
        fields: new Set([...block.fields, ...fields]),
      },
      context,
    );
    walk(node.otherwise, block, context);
  }
}

function itemOf(shape: JsonObject): JsonObject {
  const item = itemShape(shape);
  return Object.keys(item).length > 0 ? item : shape;
}

function fieldsOf(shape: JsonObject): string[] {
  const properties = own(shape, "properties");
  return isObject(properties) ? Object.keys(properties) : [];
}

function look(node: Exclude<TemplateNode, { type: "text" }>, block: Block, context: CheckContext): void {
  const alone = { ...node, ...(node.type === "block" && { body: [], otherwise: [] }) };
  for (const { path } of templatePaths({ text: block.text, nodes: [alone], sole: false, problems: [] })) {
    if (!block.fields.has(path.root) || meaningOf(path.root, block.place, context).kind === "block") continue;
    problem(
      context,
      "ref/shadowed",
      `\`${path.root}\` is the plan's own name here, not the field of the current item. \`this.${path.root}\` reads the field.`,
      block.pointer,
      {
        tagStart: node.start,
        tagEnd: node.end,
        template: block.text.slice(node.start, node.end),
        ...(block.place.step !== undefined && { step: block.place.step.path }),
      },
    );
  }
}
