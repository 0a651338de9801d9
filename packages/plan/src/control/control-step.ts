import type { JsonObject } from "../json.ts";

/** What may stand under one key of a control step's `input`, or of a step. */
export interface KeyGrammar {
  /**
   * `template`: any value, tags in it are rendered; `gate`: a gate (plan-language §3); `body`: one call or a list of steps;
   * `integer`, `enum`, `text`, `name`: literals, no tag may stand in them; `schema`: a JSON Schema; `duration`: a literal duration.
   */
  readonly kind: "template" | "gate" | "body" | "integer" | "enum" | "text" | "name" | "schema" | "duration";
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description: string;
  /** Its value is a text that people read. */
  readonly forPeople?: boolean;
}

/** The grammar of one control step: everything the checker, the JSON Schema and the guide know of it. */
export interface ControlStepGrammar {
  readonly name: string;
  readonly description: string;
  readonly keys: { readonly [key: string]: KeyGrammar };
  readonly required: readonly string[];
  /** Keys of which at most one may stand there. */
  readonly exclusive?: readonly (readonly string[])[];
  /** It, and whatever contains it, waits for every earlier step and is waited for. */
  readonly fence: boolean;
  /** The names that may be read inside its bodies and gates, given its input (`as` renames `item`). */
  roots(input: JsonObject): readonly string[];
  /** JSON Schema of its result. `bodies`: the schemas of what its bodies yield, `{}` when unknown; `item`: of one item of `over`. */
  result(
    input: JsonObject,
    shapes: { readonly bodies: { readonly [key: string]: JsonObject }; readonly item: JsonObject },
  ): JsonObject;
}
