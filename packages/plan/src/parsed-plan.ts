import type { Diagnostic, SourceRange } from "./diagnostic.ts";
import type { JsonObject } from "./json.ts";
import type { ParsedTemplate } from "./template/template.ts";

/**
 * A plan that was read: its shape is right or `diagnostics` says what is not. Made by `parsePlan` only.
 * `data` is what the file says, with accepted old spellings brought to the current ones.
 */
export interface ParsedPlan {
  readonly identifier: string;
  readonly data: JsonObject;
  readonly file?: string;
  /** The text it was read from; none for a plan that a host built as data. */
  readonly text?: string;
  /** SHA-256 of the text (of the data, when there is no text), hex. Made when it is first read. */
  readonly digest: string;
  /** By JSON Pointer into `data`: every text in a place for templates that has a tag in it. */
  readonly templates: ReadonlyMap<string, ParsedTemplate>;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether an error stands in `diagnostics`: such a plan is listed, never run. */
  readonly broken: boolean;
  /**
   * JSON Pointers of what could not be read as it was meant, or was refused already (a broken tag, an alias, a tag in a tool's
   * name): nothing more is said about what stands at or under them. `""` is the whole plan.
   */
  readonly damaged: readonly string[];
  /** How many more problems there are than `diagnostics` lists. */
  readonly hidden: number;
  /** Places in the file; `undefined` for a plan without a text. */
  readonly locator: Locator;
}

/** What of a place in a plan to point at. */
export interface LocateOptions {
  /** Point at the key instead of the value. */
  readonly key?: boolean;
  /** Point at the first key of the map that stands there: the place of a missing key. */
  readonly firstKey?: boolean;
  /** Point at the tag that begins at this UTF-16 offset of the scalar's value, and ends before `tagEnd`. */
  readonly tagStart?: number;
  readonly tagEnd?: number;
}

/** Finds places by JSON Pointer. A pointer that does not exist is answered with its nearest existing parent. */
export interface Locator {
  at(pointer: string, options?: LocateOptions): SourceRange | undefined;
}
