import type { Alias, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { Json } from "../json.ts";
import { pointerTo } from "./json-pointer.ts";
import { maximumDepth } from "./nesting.ts";
import { aliasProblem, mergeKeyProblem, tooDeepProblem } from "./refusals.ts";
import { invisibleCharacter } from "./invisible.ts";
import { invisibleProblem, plainScalarProblem } from "./scalar-lints.ts";
import { ProblemList, type SourceProblem } from "./source-problem.ts";
import { yamlLibrary } from "./yaml-library.ts";

export interface JsonFromNodes {
  readonly data: Json;
  readonly problems: readonly SourceProblem[];
  /** How many more there were. */
  readonly hidden: number;
  readonly damaged: readonly string[];
}

/** Nodes to JSON, with what has to be said of them on the way. The library's own `toJS` throws and warns for some trees. */
export function toJson(contents: unknown, text: string): JsonFromNodes {
  const { isAlias, isMap, isPair, isScalar, isSeq } = yamlLibrary();
  const problems = new ProblemList();
  const damaged: string[] = [];
  // Most files hold none, and then no value needs to be looked at.
  const lookForInvisible = invisibleCharacter(text) !== undefined;
  const data = valueOf(contents as Node | null, "", 0);
  return { data, problems: problems.list, hidden: problems.hidden, damaged };

  function valueOf(node: Node | Pair | null | undefined, path: string, depth: number): Json {
    if (isScalar(node)) return scalar(node, path);
    if (depth >= maximumDepth && (isMap(node) || isSeq(node))) {
      const start = node.range?.[0] ?? 0;
      problems.push(tooDeepProblem(start, text.slice(start, start + 1)));
      damaged.push(path);
      return null;
    }
    if (isMap(node)) return map(node, path, depth + 1);
    if (isSeq(node)) return sequence(node, path, depth + 1);
    if (isAlias(node)) return alias(node, path);
    // `[a: b]` holds a pair without a map around it.
    if (isPair(node)) return mapOf([node], path, depth + 1);
    return null;
  }

  function scalar(node: Scalar, path: string): Json {
    const { value } = node;
    const start = node.range?.[0] ?? 0;
    const end = node.range?.[1] ?? start;
    if (node.type === "PLAIN" && (typeof value === "number" || mayBeMeant(path))) {
      const problem = plainScalarProblem(text.slice(start, end), value, start, path);
      if (problem !== undefined) problems.push(problem);
    }
    if (lookForInvisible) {
      const problem = invisibleProblem(text.slice(start, end), start, path);
      if (problem !== undefined) problems.push(problem);
    }
    switch (typeof value) {
      case "string":
        // Half a surrogate pair, written as an escape, does not survive UTF-8.
        return node.type === "QUOTE_DOUBLE" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value;
      case "number":
        if (Number.isFinite(value)) return value;
        damaged.push(path);
        return null;
      case "boolean":
        return value;
      default:
        return null;
    }
  }

  function alias(node: Alias, path: string): Json {
    problems.push({ ...aliasProblem(node.source, node.range?.[0] ?? 0), path });
    damaged.push(path);
    return null;
  }

  function sequence(node: YAMLSeq, path: string, depth: number): Json {
    return node.items.map((item, index) => valueOf(item as Node, pointerTo(path, index), depth));
  }

  function map(node: YAMLMap, path: string, depth: number): Json {
    if (node.flow === true) bareTag(node, path);
    return mapOf(node.items, path, depth);
  }

  function mapOf(items: readonly Pair[], path: string, depth: number): Json {
    const data: { [key: string]: Json } = {};
    const places = new Map<string, number>();
    for (const pair of items) {
      const keyNode = pair.key as Node | null;
      const name = keyName(pair, path);
      if (name === undefined) continue;
      const start = keyNode?.range?.[0] ?? 0;
      const end = keyNode?.range?.[1] ?? start;
      const first = places.get(name);
      const at = pointerTo(path, name);
      if (first !== undefined) {
        problems.push({
          code: "yaml/duplicate-key",
          message: `The key \`${shown(name)}\` stands twice in this map. Delete one of the two.`,
          start,
          end,
          path: at,
          related: [{ message: "it stands here first", start: first, end: first + (end - start) }],
        });
        continue;
      }
      places.set(name, start);
      const value = valueOf(pair.value as Node, at, depth);
      // Assigned, `__proto__` would change the object instead of becoming a key of it.
      if (name === "__proto__")
        Object.defineProperty(data, name, { value, enumerable: true, configurable: true, writable: true });
      else data[name] = value;
    }
    return data;
  }

  function keyName(pair: Pair, path: string): string | undefined {
    const key = pair.key as Node | null;
    const start = key?.range?.[0] ?? 0;
    const end = Math.max(start + 1, key?.range?.[1] ?? 0);
    if (isScalar(key)) {
      const source = text.slice(start, key.range?.[1] ?? start);
      if (key.type === "PLAIN" && source === "<<") {
        problems.push({ ...mergeKeyProblem(start, end), path });
        damaged.push(path);
        // What is merged is looked at as well: an alias in it is refused where it stands.
        valueOf(pair.value as Node, pointerTo(path, "<<"), maximumDepth - 1);
        return undefined;
      }
      if (typeof key.value === "string") return key.value;
      if (source !== "") return source;
    }
    if (isAlias(key)) {
      problems.push({ ...aliasProblem(key.source, start), path });
    } else if (!isTornTag(key)) {
      problems.push({
        code: "yaml/syntax",
        message:
          key === null || isScalar(key)
            ? "A key is missing before this colon."
            : "A key must be a text, not a list or a map.",
        start: Math.max(0, start),
        end,
        path,
      });
    }
    damaged.push(path);
    return undefined;
  }

  // `{{x}}` was reported by the tokens already.
  function isTornTag(key: Node | null): boolean {
    const start = key?.range?.[0] ?? 0;
    return isMap(key) && text[start] === "{" && text[start - 1] === "{";
  }

  // `{<<a>>}` looks like a tag in braces and is a map with one key.
  function bareTag(node: YAMLMap, path: string): void {
    for (const pair of node.items) {
      const key = pair.key as Node | null;
      if (!isScalar(key) || key.type !== "PLAIN" || !isEmpty(pair.value as Node | null)) continue;
      if (typeof key.value !== "string" || !/^<<.*>>$/.test(key.value)) continue;
      const start = key.range?.[0] ?? 0;
      problems.push({
        code: "template/braces-map",
        message: `Braces around a tag make a map with the key \`${shown(key.value)}\` and no value. Write the tag without the braces.`,
        start,
        end: start + key.value.length,
        path,
        template: key.value,
      });
      damaged.push(path);
    }
  }

  function isEmpty(node: Node | null): boolean {
    if (node === null) return true;
    return isScalar(node) && node.value === null && (node.range?.[0] ?? 0) === (node.range?.[1] ?? 0);
  }
}

// Where a boolean could be meant, for all that the text alone tells: in values, gates and what schemas name. The check knows more.
function mayBeMeant(path: string): boolean {
  if (/^\/(?:output|finish)\/|\/(?:if|input)(?:\/|$)/.test(path))
    return !/\/(?:id|as|tool_name|needs\/\d+)$/.test(path);
  return /[sS]chema\/(?:.*\/)?(?:default|const|(?:enum|examples)\/\d+)$/.test(path);
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
