import type { Node } from "yaml";
import { pointerTo } from "./json-pointer.ts";
import { yamlLibrary } from "./yaml-library.ts";

/** The value that stands at an offset, and the list or map around it, as JSON Pointers. */
export function pathAt(contents: unknown, offset: number): { readonly path: string; readonly collection: string } {
  const { isMap, isScalar, isSeq } = yamlLibrary();
  let path = "";
  let collection = "";
  let node = contents as Node | null;
  for (;;) {
    let next: { readonly node: Node; readonly key: string | number } | undefined;
    if (isMap(node)) {
      collection = path;
      for (const pair of node.items) {
        const value = pair.value as Node | null;
        const key = pair.key as Node | null;
        if (holds(value, offset) && isScalar(key)) next = { node: value!, key: String(key.value) };
      }
    } else if (isSeq(node)) {
      collection = path;
      node.items.forEach((item, index) => {
        if (holds(item as Node, offset)) next = { node: item as Node, key: index };
      });
    }
    if (next === undefined) return { path, collection };
    path = pointerTo(path, next.key);
    node = next.node;
  }
}

function holds(node: Node | null, offset: number): boolean {
  const range = node?.range;
  return range !== undefined && range !== null && range[0] <= offset && offset < range[1];
}
