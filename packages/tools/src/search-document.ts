import type { ToolOwner } from "@graph/plan";
import type { RegisteredTool } from "./registered-tool.ts";
import type { SearchDocument } from "./search/document.ts";

/** What the search reads of a tool in the catalog. */
export function searchDocument(tool: RegisteredTool): SearchDocument {
  const { name, title, description, inputSchema, outputSchema, tags, category } = tool;
  return {
    name,
    ownName: ownName(name, tool.owner),
    description,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(tags === undefined ? {} : { tags }),
    ...(category === undefined ? {} : { category }),
  };
}

function ownName(name: string, owner: ToolOwner): string {
  if (owner.kind === "server") return owner.tool;
  if (owner.kind === "plan") return owner.identifier;
  return name.slice((owner.kind === "builtin" ? "builtin__" : `${owner.namespace}__`).length);
}
