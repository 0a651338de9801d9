import type { Json } from "@graph/plan";
import { defineTool, type Tool } from "@graph/tools";

/** `builtin__reshape`: values in a new shape. The work is done by the templates of its input. */
export function reshapeTool(): Tool<{ readonly shape: Json }, Json> {
  return defineTool({
    name: "reshape",
    title: "Reshape values",
    description:
      "Returns `shape` as it is once its tags are filled in: gives values of earlier steps a new shape under a name of their own. Calls nothing and changes nothing.",
    inputSchema: {
      type: "object",
      required: ["shape"],
      additionalProperties: false,
      properties: { shape: { description: "Any value: an object, a list, a text, a single tag." } },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: ({ shape }: { readonly shape: Json }) => shape,
  });
}
