import type { JsonObject } from "@graph/plan";

/** Most pages and tools of one server that are read. */
const mostPages = 100;
const mostTools = 5000;

/** A tool as a server lists it: it has a name, and nothing else is known. */
export interface ListedTool extends JsonObject {
  readonly name: string;
}

/** What a server lists, as it is. */
export interface Listing {
  readonly tools: readonly ListedTool[];
  /** Entries that are no tools: not an object, or without a name. */
  readonly nameless: number;
  /** Why the list was not read to its end. */
  readonly cut?: string;
}

/** Asks for every page. Rejects when the first cannot be read; when a later one can't, what came before it is kept. */
export async function listTools(request: (params: { cursor?: string }) => Promise<unknown>): Promise<Listing> {
  const tools: ListedTool[] = [];
  const cursors = new Set<string>();
  const known = new Set<unknown>();
  let nameless = 0;
  let cursor: string | undefined;
  const listing = (cut?: string): Listing => ({ tools, nameless, ...(cut === undefined ? {} : { cut }) });

  for (let page = 0; page < mostPages; page += 1) {
    let answer: unknown;
    try {
      answer = await request(cursor === undefined ? {} : { cursor });
    } catch (error) {
      if (page > 0) return listing(`page ${page + 1} could not be read`);
      // A server that has no tools need not know the method.
      if ((error as { code?: unknown }).code === -32601) return listing();
      throw error;
    }
    const { tools: listed, nextCursor } = answer as { tools?: unknown; nextCursor?: unknown };
    if (!Array.isArray(listed)) return listing(`page ${page + 1} holds no list of tools`);
    const named = listed.filter(isNamed);
    nameless += listed.length - named.length;
    // A page whose tools are all known comes from a server that begins again; its tools are no duplicates.
    const again = page > 0 && named.every((tool) => known.has(tool.name));
    if (!again) tools.push(...named);
    for (const tool of named) known.add(tool.name);
    if (tools.length >= mostTools) {
      if (tools.length > mostTools || hasMore(nextCursor))
        return { ...listing(`it lists more than ${mostTools}`), tools: tools.slice(0, mostTools) };
    }
    if (!hasMore(nextCursor)) return listing();
    if (typeof nextCursor !== "string") return listing(`page ${page + 1} has a cursor that is no text`);
    if (cursors.has(nextCursor)) return listing(`the cursor of page ${page + 1} repeats, so the list would never end`);
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return listing(`it has more than ${mostPages} pages`);
}

/** An empty cursor is allowed by the newest revision and means "no more" in the servers that send it today. */
function hasMore(cursor: unknown): boolean {
  return cursor !== undefined && cursor !== null && cursor !== "";
}

export function isNamed(tool: unknown): tool is ListedTool {
  return (
    typeof tool === "object" &&
    tool !== null &&
    !Array.isArray(tool) &&
    Object.hasOwn(tool, "name") &&
    typeof (tool as JsonObject)["name"] === "string"
  );
}
