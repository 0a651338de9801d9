import type { Json } from "../json.ts";

/** Greatest nesting of a value that is checked. Also finds rings: they nest without end. */
export const maximumValueDepth = 100;

/** A level of the walk that is under way: the children that are still to come. */
interface Level {
  readonly children: readonly Json[];
  next: number;
}

/**
 * Walks a value without recursion, because the value may be a ring or nested by the thousand. Returns the first limit it breaks:
 * `depth` (over `maximumDepth`), `size` (over about `maximumBytes` as JSON), `number` (NaN or an infinity).
 */
export const measure = (
  value: Json,
  maximumDepth: number,
  maximumBytes: number,
): "depth" | "size" | "number" | undefined => {
  const levels: Level[] = [{ children: [value], next: 0 }];
  let bytes = 0;
  for (;;) {
    const level = levels.at(-1);
    if (level === undefined) return undefined;
    if (level.next >= level.children.length) {
      levels.pop();
      continue;
    }
    const child = level.children[level.next] as Json;
    level.next += 1;
    bytes += 2;
    if (typeof child === "string") bytes += child.length + 2;
    else if (typeof child === "number" && !Number.isFinite(child)) return "number";
    else if (typeof child === "object" && child !== null) {
      // The list of children counts as a level of its own, so level 1 holds the value itself.
      if (levels.length > maximumDepth) return "depth";
      if (Array.isArray(child)) levels.push({ children: child as readonly Json[], next: 0 });
      else {
        for (const key of Object.keys(child)) bytes += key.length + 3;
        levels.push({ children: Object.values(child), next: 0 });
      }
    }
    if (bytes > maximumBytes) return "size";
  }
};

/** Whether a value nests deeper than `maximumValueDepth`, or is a ring. Leaves and short values cost next to nothing. */
export const tooDeep = (value: Json): boolean =>
  typeof value === "object" &&
  value !== null &&
  measure(value, maximumValueDepth, Number.POSITIVE_INFINITY) === "depth";
