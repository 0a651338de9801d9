import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { isKnownFormat } from "./formats.ts";
import { isTypeName, keywords, loopKeywords, type Dialect } from "./keywords.ts";
import { linearPattern } from "./linear-pattern.ts";
import { indexReferences, lookUp, resolveReference, resourceOf, type ReferenceIndex } from "./references.ts";

/** Limits of a schema. */
const maximumSchemaDepth = 32;
const maximumSubSchemas = 2_000;
const maximumPatternsSize = 20_000;
const maximumDependentNames = 500;

/** Why a schema cannot be used at all. */
export class UnusableSchema extends Error {}

/** From one sub-schema to another; `inPlace` when both look at the same value. */
export interface SchemaEdge {
  readonly to: string;
  readonly inPlace: boolean;
}

/** A sub-schema that waits to be copied. Its copy goes `into[key]`. */
interface Task {
  readonly source: Json;
  readonly pointer: string;
  readonly depth: number;
  readonly into: object;
  readonly key: string;
  /** What is spent each time the nearest schema above, that may be looked at many times, is looked at. */
  readonly meter: { weight: number };
  readonly metered: boolean;
  /** It stands behind a reference. */
  readonly call: boolean;
}

/** A schema behind a reference is a function of its own, which costs more to enter than a schema that is written in place. */
const callWeight = 16;

const define = (into: object, key: string, value: unknown): void => {
  Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
};

/**
 * Copies a schema so that ajv can compile it and the compiled code is safe: only keywords that check something stay, references
 * are followed inside the document only and become `#/$defs/r0`, ids and anchors disappear (two schemas with one `$id` would
 * clash), and what may be looked at many times carries a `graphBudget`. Iterative: a schema may nest as deep as its sender likes.
 */
export class SchemaCopy {
  readonly edges: Map<string, SchemaEdge[]> = new Map();
  readonly unchecked: string[] = [];
  /** Equality of items is checked, and that walks down the items. */
  comparesItems = false;
  count = 0;
  private readonly tasks: Task[] = [];
  private readonly targets = new Map<string, string>();
  private readonly definitions: Record<string, JsonObject | boolean> = {};
  private readonly metered: (readonly [object, { weight: number }])[] = [];
  private patternsSize = 0;
  private dependentNames = 0;
  private readonly root: JsonObject;
  private readonly index: ReferenceIndex;
  private readonly dialect: Dialect;

  constructor(root: JsonObject, dialect: Dialect) {
    this.root = root;
    this.dialect = dialect;
    this.index = indexReferences(root);
  }

  /** @throws {UnusableSchema} */
  run(): JsonObject {
    const holder: { root: JsonObject } = { root: {} };
    const meter = { weight: 0 };
    this.tasks.push({
      source: this.root,
      pointer: "",
      depth: 1,
      into: holder,
      key: "root",
      meter,
      metered: false,
      call: false,
    });
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) this.copy(task);
    for (const [copy, meter] of this.metered) define(copy, "graphBudget", meter.weight);
    if (this.targets.size > 0) define(holder.root, "$defs", this.definitions);
    return holder.root;
  }

  private leaveOut(reason: string): void {
    if (!this.unchecked.includes(reason) && this.unchecked.length < 10) this.unchecked.push(reason);
  }

  private copy(task: Task): void {
    const { source, pointer, into, key } = task;
    if (!isObject(source)) {
      if (typeof source !== "boolean") this.leaveOut(`what stands at "${pointer}" is not a schema`);
      return define(into, key, typeof source === "boolean" ? source : true);
    }
    this.count += 1;
    if (this.count > maximumSubSchemas) throw new UnusableSchema(`its schema has more than ${maximumSubSchemas} parts`);
    if (task.depth > maximumSchemaDepth)
      throw new UnusableSchema(`its schema is nested deeper than ${maximumSchemaDepth} levels`);
    const copy = {};
    define(into, key, copy);
    const meter = task.metered ? { weight: task.call ? callWeight : 0 } : task.meter;
    if (task.metered) {
      // The first key: what doubles below must be paid for before it is looked at.
      define(copy, "graphBudget", 0);
      this.metered.push([copy, meter]);
    }
    const inner = { ...task, meter };
    for (const [keyword, content] of Object.entries(source)) {
      if (keyword === "$ref") define(copy, keyword, this.reference(content, inner));
      else if (keyword === "$dynamicRef" || keyword === "$recursiveRef")
        this.leaveOut(`\`${keyword}\` is not followed`);
      else if (keywords.has(keyword)) this.keyword(keyword, content, inner, copy);
      else continue;
      meter.weight += 1;
    }
    allowNull(source, copy);
  }

  private reference(content: Json, task: Task): string {
    const written = typeof content === "string" ? content.slice(0, 200) : "";
    if (typeof content !== "string") throw new UnusableSchema("its schema has a `$ref` that is not a text");
    const target = resolveReference(content, resourceOf(task.pointer, this.index), this.index);
    if (target === undefined) {
      throw new UnusableSchema(
        `its schema refers to another document (\`$ref: ${written}\`); only references inside the schema are followed`,
      );
    }
    const source = lookUp(this.root, target);
    if (typeof source !== "boolean" && !isObject(source))
      throw new UnusableSchema(`its schema has a \`$ref: ${written}\` that points at nothing`);
    this.edge(task.pointer, target, true);
    let name = this.targets.get(target);
    if (name === undefined) {
      name = `r${this.targets.size}`;
      this.targets.set(target, name);
      this.tasks.push({
        ...task,
        source,
        pointer: target,
        depth: 1,
        into: this.definitions,
        key: name,
        metered: true,
        call: true,
      });
    }
    return `#/$defs/${name}`;
  }

  private edge(from: string, to: string, inPlace: boolean): void {
    const list = this.edges.get(from);
    if (list === undefined) this.edges.set(from, [{ to, inPlace }]);
    else list.push({ to, inPlace });
  }

  private keyword(keyword: string, content: Json, task: Task, copy: object): void {
    const kind = keywords.get(keyword);
    if (kind === undefined) return;
    if (kind.holds === "value") {
      if (this.keepsValue(keyword, content, task.pointer, kind.fits))
        define(copy, keyword, keyword === "type" ? [...new Set([content].flat())] : content);
      return;
    }
    const place = `${task.pointer}/${keyword}`;
    const child = (source: Json, pointer: string, into: object, key: string): void => {
      this.edge(task.pointer, pointer, kind.inPlace);
      // Tasks are done from the last to the first; the key is there before, so that the order stays that of the schema.
      define(into, key, true);
      this.tasks.push({
        ...task,
        source,
        pointer,
        into,
        key,
        depth: task.depth + 1,
        metered: loopKeywords.has(keyword),
        call: false,
      });
    };
    const many =
      kind.holds === "schemas" ||
      (kind.holds === "schema-or-schemas" && Array.isArray(content) && this.dialect !== "2020-12");
    if (many && Array.isArray(content) && content.length > 0) {
      const list: unknown[] = [];
      define(copy, keyword, list);
      for (const [index, source] of (content as readonly Json[]).entries())
        child(source, `${place}/${index}`, list, String(index));
    } else if (
      (kind.holds === "schema" || kind.holds === "schema-or-schemas") &&
      (isObject(content) || typeof content === "boolean")
    ) {
      child(content, place, copy, keyword);
    } else if (kind.holds.endsWith("-map") && isObject(content)) {
      const map = {};
      define(copy, keyword, map);
      for (const [name, source] of Object.entries(content)) {
        if (kind.holds === "schema-or-names-map" && Array.isArray(source)) {
          if (this.keepsNames(source)) define(map, name, source);
        } else if (keyword !== "patternProperties" || this.keepsPattern(name)) {
          child(source, pointerTo(place, name), map, name);
        }
      }
    } else {
      this.leaveOut(`\`${keyword}\` at "${task.pointer}" is not what JSON Schema ${this.dialect} has there`);
    }
  }

  private keepsValue(keyword: string, content: Json, pointer: string, fits: (value: Json) => boolean): boolean {
    if (keyword === "type") {
      const names = Array.isArray(content) ? (content as readonly Json[]) : [content];
      const wrong = names.find((name) => !isTypeName(name));
      if (names.length > 0 && wrong === undefined) return true;
      throw new UnusableSchema(
        `its schema has the type \`${JSON.stringify(wrong ?? content).slice(0, 100)}\`, which JSON Schema does not have`,
      );
    }
    if (!fits(content)) {
      this.leaveOut(`\`${keyword}\` at "${pointer}" has a value that JSON Schema ${this.dialect} does not have there`);
      return false;
    }
    if (keyword === "pattern") return this.keepsPattern(content as string);
    if (keyword === "format") return isKnownFormat(content as string);
    if (keyword === "uniqueItems") this.comparesItems = true;
    if (keyword === "dependentRequired")
      return Object.values(content as JsonObject).every((names) => this.keepsNames(names));
    return true;
  }

  private keepsNames(names: Json): boolean {
    const count =
      Array.isArray(names) && names.every((name) => typeof name === "string")
        ? names.length + 1
        : Number.POSITIVE_INFINITY;
    this.dependentNames += count;
    if (this.dependentNames <= maximumDependentNames) return true;
    this.leaveOut("it has too many dependencies between properties, or wrong ones");
    return false;
  }

  private keepsPattern(pattern: string): boolean {
    if (this.patternsSize > maximumPatternsSize) {
      this.leaveOut("its patterns are too large together");
      return false;
    }
    const result = linearPattern(pattern);
    if (typeof result === "string") this.leaveOut(`the pattern \`${pattern.slice(0, 100)}\` ${result}`);
    else this.patternsSize += result.size;
    return typeof result !== "string";
  }
}

/** `nullable` is OpenAPI's word and not JSON Schema's; tools made from OpenAPI mean it, and ajv would throw on half of its uses. */
const allowNull = (source: JsonObject, copy: { type?: Json[]; enum?: readonly Json[] }): void => {
  if (!Object.hasOwn(source, "nullable") || source["nullable"] !== true) return;
  if (copy.type !== undefined && !copy.type.includes("null")) define(copy, "type", [...copy.type, "null"]);
  if (copy.enum !== undefined && !copy.enum.includes(null)) define(copy, "enum", [...copy.enum, null]);
};
