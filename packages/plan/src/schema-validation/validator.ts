import type { Json } from "../json.ts";

/** One way in which a value does not fit a schema. */
export interface SchemaProblem {
  /** JSON Pointer into the value; for a missing property, of the object that lacks it. */
  readonly pointer: string;
  /** The keyword that failed (`type`, `required`, `enum`, `additionalProperties` …). */
  readonly keyword: string;
  /** For a person, without the pointer: "must be a number, got null". */
  readonly message: string;
  /** The property that is missing or not allowed. */
  readonly property?: string;
  /** Allowed values of an `enum`, allowed property names, or expected types. */
  readonly expected?: readonly string[];
}

/** A schema that checks values; it is compiled at the first `validate`. */
export interface SchemaValidator {
  /** Why a part of the schema is not checked; `undefined` when all of it is. */
  readonly unchecked: string | undefined;
  /**
   * The problems of a value; an empty list when it fits. At most `limit` (default 20) are listed and `more` counts the rest.
   * A value whose check would not end in time (nesting, rings) is itself one problem. Never throws.
   */
  validate(value: Json, limit?: number): { readonly problems: readonly SchemaProblem[]; readonly more: number };
  /** Whether a value fits; the cheapest form. */
  accepts(value: Json): boolean;
}
