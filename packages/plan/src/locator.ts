import type { Node, Pair, YAMLMap } from "yaml";
import type { SourceRange } from "./diagnostic.ts";
import type { LocateOptions, Locator } from "./parsed-plan.ts";
import { pointerKeys, pointerTo } from "./source/json-pointer.ts";
import type { LineIndex } from "./source/line-index.ts";
import { sourceStretch } from "./source/scalar-offsets.ts";
import { yamlLibrary } from "./source/yaml-library.ts";

/** Answers nothing: for plans that were built as data. */
export const noLocator: Locator = { at: () => undefined };

interface Place {
  readonly node: Node | null;
  readonly key: Node | null;
}

/** Finds places on the nodes of a text. `renames`: where a value of `data` stands under another name, as keys from the root. */
export class NodeLocator implements Locator {
  readonly #text: string;
  readonly #contents: Node | null;
  readonly #lines: LineIndex;
  readonly #renames: ReadonlyMap<string, readonly string[]>;
  readonly #pairs = new WeakMap<YAMLMap, Map<string, Pair>>();

  constructor(text: string, contents: Node | null, lines: LineIndex, renames: ReadonlyMap<string, readonly string[]>) {
    this.#text = text;
    this.#contents = contents;
    this.#lines = lines;
    this.#renames = renames;
  }

  at(pointer: string, options: LocateOptions = {}): SourceRange | undefined {
    const place = this.#find(pointer);
    const own = place.node?.range;
    const key = place.key?.range;
    if (options.key === true && key) return this.#lines.range(key[0], key[1]);
    if (!own || own[0] === own[1])
      return key ? this.#lines.range(key[0], key[1]) : this.#lines.range(own?.[0] ?? 0, own?.[1] ?? 0);
    if (options.firstKey === true) return this.#firstKey(place.node) ?? this.#lines.range(own[0], own[1]);
    if (options.tagStart !== undefined) {
      const tag = this.#tag(place.node, options.tagStart, options.tagEnd ?? options.tagStart + 1);
      if (tag !== undefined) return tag;
    }
    return this.#lines.range(own[0], own[1]);
  }

  #find(pointer: string): Place {
    let place: Place = { node: this.#contents, key: null };
    let at = "";
    for (const key of pointerKeys(pointer)) {
      at = pointerTo(at, key);
      const renamed = this.#renames.get(at);
      const next = renamed === undefined ? this.#below(place, key) : this.#fromRoot(renamed);
      if (next === undefined) return place;
      place = next;
    }
    return place;
  }

  #fromRoot(keys: readonly string[]): Place | undefined {
    let place: Place | undefined = { node: this.#contents, key: null };
    for (const key of keys) {
      place = this.#below(place, key);
      if (place === undefined) return undefined;
    }
    return place;
  }

  #below(place: Place, key: string): Place | undefined {
    const { isMap, isSeq } = yamlLibrary();
    if (isMap(place.node)) {
      const pair = this.#pair(place.node, key);
      return pair === undefined ? undefined : { node: pair.value as Node | null, key: pair.key as Node | null };
    }
    if (isSeq(place.node)) {
      const item = place.node.items[Number(key)] as Node | undefined;
      return item === undefined ? undefined : { node: item, key: item };
    }
    return undefined;
  }

  #pair(map: YAMLMap, name: string): Pair | undefined {
    const { isScalar } = yamlLibrary();
    let pairs = this.#pairs.get(map);
    if (pairs === undefined) {
      pairs = new Map();
      for (const pair of map.items) {
        const key = pair.key as Node | null;
        if (!isScalar(key)) continue;
        const source = typeof key.value === "string" ? key.value : this.#text.slice(key.range?.[0], key.range?.[1]);
        if (!pairs.has(source)) pairs.set(source, pair);
      }
      this.#pairs.set(map, pairs);
    }
    return pairs.get(name);
  }

  #firstKey(node: Node | null): SourceRange | undefined {
    const { isMap } = yamlLibrary();
    const key = isMap(node) ? (node.items[0]?.key as Node | null | undefined) : undefined;
    return key?.range ? this.#lines.range(key.range[0], key.range[1]) : undefined;
  }

  #tag(node: Node | null, start: number, end: number): SourceRange | undefined {
    const { isScalar } = yamlLibrary();
    if (!isScalar(node) || typeof node.value !== "string" || !node.range) return undefined;
    const [from, to] = node.range;
    const source = this.#text.slice(from, to);
    const first = sourceStretch(source, node.type, node.value, start);
    const last = sourceStretch(source, node.type, node.value, end - 1);
    if (first === undefined) return undefined;
    return this.#lines.range(from + first.start, from + (last ?? first).end);
  }
}
