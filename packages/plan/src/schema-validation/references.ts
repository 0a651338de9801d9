import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { pointerKeys, pointerTo } from "../source/json-pointer.ts";
import { definitionKeywords, keywords } from "./keywords.ts";

/** Where the parts of a schema that a `$ref` may name are, by their JSON Pointers. */
export interface ReferenceIndex {
  /** `$id` → pointer of its schema. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Resource pointer + `#` + anchor → pointer of its schema. */
  readonly anchors: ReadonlyMap<string, string>;
}

const own = (value: Json | undefined, key: string): Json | undefined => {
  if (Array.isArray(value)) return /^\d+$/u.test(key) ? (value as readonly Json[])[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** The sub-schemas of a schema with their pointers, definitions included. */
const subSchemas = (schema: JsonObject, pointer: string): (readonly [Json, string])[] => {
  const found: (readonly [Json, string])[] = [];
  for (const [keyword, content] of Object.entries(schema)) {
    const holds = definitionKeywords.includes(keyword) ? "schema-map" : keywords.get(keyword)?.holds;
    if (holds === undefined || holds === "value" || typeof content !== "object" || content === null) continue;
    if (holds.endsWith("-map") || Array.isArray(content)) {
      for (const [name, child] of Object.entries(content))
        found.push([child, pointerTo(`${pointer}/${keyword}`, name)]);
    } else {
      found.push([content, `${pointer}/${keyword}`]);
    }
  }
  return found;
};

/** Collects what a `$ref` may name, iteratively. */
export const indexReferences = (root: JsonObject): ReferenceIndex => {
  const identifiers = new Map<string, string>();
  const anchors = new Map<string, string>();
  const open: { readonly schema: Json; readonly pointer: string; readonly base: string }[] = [
    { schema: root, pointer: "", base: "" },
  ];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    const { schema, pointer } = task;
    if (!isObject(schema)) continue;
    let { base } = task;
    const identifier = own(schema, "$id");
    if (typeof identifier === "string" && !identifier.startsWith("#")) {
      base = pointer;
      identifiers.set(identifier.replace(/#$/u, ""), pointer);
    } else if (typeof identifier === "string") {
      anchors.set(`${base}${identifier}`, pointer);
    }
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      const anchor = own(schema, key);
      if (typeof anchor === "string") anchors.set(`${base}#${anchor}`, pointer);
    }
    for (const [child, childPointer] of subSchemas(schema, pointer))
      open.push({ schema: child, pointer: childPointer, base });
  }
  return { identifiers, anchors };
};

/** Finds the pointer that a `$ref` means, seen from the resource at `base`; `undefined` when it leaves the document. */
export const resolveReference = (reference: string, base: string, index: ReferenceIndex): string | undefined => {
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const resource = address === "" ? base : index.identifiers.get(address);
  if (resource === undefined) return undefined;
  let fragment = hash < 0 ? "" : reference.slice(hash + 1);
  try {
    fragment = decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
  if (fragment === "") return resource;
  return fragment.startsWith("/") ? `${resource}${fragment}` : index.anchors.get(`${resource}#${fragment}`);
};

/** What stands at a pointer; own properties only. */
export const lookUp = (root: Json, pointer: string): Json | undefined => {
  let current: Json | undefined = root;
  for (const key of pointerKeys(pointer)) current = own(current, key);
  return current;
};

/** The resource that a pointer lies in: the longest one that begins it. */
export const resourceOf = (pointer: string, index: ReferenceIndex): string => {
  let best = "";
  for (const resource of index.identifiers.values()) {
    if (resource.length > best.length && (pointer === resource || pointer.startsWith(`${resource}/`))) best = resource;
  }
  return best;
};
