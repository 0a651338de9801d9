import type { SchemaEdge } from "./prepare-schema.ts";

/**
 * Whether a walk along the edges from the root can come back to where it was. With `inPlaceOnly` such a ring would never end;
 * otherwise the schema describes values of any depth. Iterative: a chain of references may be as long as the schema.
 */
export const hasRing = (edges: ReadonlyMap<string, readonly SchemaEdge[]>, inPlaceOnly: boolean): boolean => {
  const state = new Map<string, "open" | "done">();
  for (const start of edges.keys()) {
    if (state.has(start)) continue;
    const path: { readonly node: string; next: number }[] = [{ node: start, next: 0 }];
    state.set(start, "open");
    for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
      const edge = edges.get(level.node)?.[level.next];
      level.next += 1;
      if (edge === undefined) {
        state.set(level.node, "done");
        path.pop();
      } else if (!inPlaceOnly || edge.inPlace) {
        const seen = state.get(edge.to);
        if (seen === "open") return true;
        if (seen === undefined) {
          state.set(edge.to, "open");
          path.push({ node: edge.to, next: 0 });
        }
      }
    }
  }
  return false;
};
