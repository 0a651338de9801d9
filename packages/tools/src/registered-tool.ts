import type { CatalogEntry, Json, JsonObject } from "@graph/plan";
import type { CallResult } from "./call-result.ts";
import type { ToolAnnotations, ToolContext } from "./tool.ts";

/** A tool in the catalog: what the checker and the search see of it, and the way to call it. */
export interface RegisteredTool extends CatalogEntry {
  readonly annotations?: ToolAnnotations;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** SHA-256 of the canonical JSON of the definition, hex. Made when it is first read. */
  readonly digest: string;
  /** Calls the tool. Missing for plans: the runner runs those itself. A `CallResult` carries warnings beside the value. */
  readonly call?: (input: JsonObject, context: ToolContext) => Promise<Json | CallResult> | Json | CallResult;
}
