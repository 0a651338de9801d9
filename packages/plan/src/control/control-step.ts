import type { KeyTable } from "../grammar/key-rule.ts";
import type { JsonObject } from "../json.ts";

/** A key that makes sense beside certain others only. */
export interface KeyCompany {
  readonly key: string;
  /** It needs one of these beside it. */
  readonly with: readonly string[];
  /** One of these needs it. */
  readonly required: boolean;
}

/** What is known of the values a control step works on, as JSON Schemas; `{}` when nothing is. */
export interface KnownShapes {
  /** What its bodies yield, by their keys. */
  readonly bodies: { readonly [key: string]: JsonObject };
  /** One item of `over`. */
  readonly item: JsonObject;
  /** The value of `initial`. */
  readonly initial: JsonObject;
}

/** The grammar of one control step: everything the checker, the JSON Schema and the guide know of it. */
export interface ControlStepGrammar {
  readonly name: string;
  readonly description: string;
  readonly keys: KeyTable;
  readonly required: readonly string[];
  /** Keys of which at most one may stand there. */
  readonly exclusive?: readonly (readonly string[])[];
  /** Keys of which one must stand there. */
  readonly oneOf?: readonly string[];
  readonly together?: readonly KeyCompany[];
  /** It, and whatever contains it, waits for every earlier step and is waited for. */
  readonly fence: boolean;
  /** The names that may be read inside its bodies and gates, given its input (`as` renames `item`). */
  roots(input: JsonObject): readonly string[];
  /** JSON Schema of its result. */
  result(input: JsonObject, shapes: KnownShapes): JsonObject;
}
