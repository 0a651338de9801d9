import { inspectSchema, type JsonObject, sha256, type ToolOwner } from "@graph/plan";
import { canonicalJson } from "./canonical-json.ts";
import type { ToolEffects } from "./effects.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import type { ToolDefinition } from "./tool.ts";

const optionalKeys = [
  "title",
  "outputSchema",
  "annotations",
  "category",
  "tags",
  "idempotencyArgument",
  "literalArguments",
  "outputExample",
] as const satisfies readonly (keyof ToolDefinition)[];

/** What the catalog knows of a tool beyond its definition. */
export interface Registration extends ToolEffects {
  /** The public name. */
  readonly name: string;
  readonly owner: ToolOwner;
  readonly call?: RegisteredTool["call"];
  /** Why the definition cannot be used, when whoever registers it knows already. */
  readonly unusable?: string;
  /** The digest, for what has one already (a plan's text). */
  readonly digest?: () => string;
}

/**
 * Makes the catalog's record of a tool. Its `digest`, `unusable` and `unchecked` are found when they are first read, so that a
 * thousand tools cost nothing until somebody asks.
 */
export function registerTool(definition: ToolDefinition, registration: Registration): RegisteredTool {
  const { digest, unusable, ...known } = registration;
  let inspected: { unusable?: string; unchecked?: string } | undefined;
  const inspect = (): { unusable?: string; unchecked?: string } =>
    (inspected ??= inspectSchema(definition.inputSchema));
  let hash: string | undefined;
  const tool = {
    ...described(definition),
    ...known,
    get digest(): string {
      return (hash ??= digest === undefined ? definitionDigest(definition) : digest());
    },
    get unusable(): string | undefined {
      return unusable ?? inspect().unusable;
    },
    get unchecked(): string | undefined {
      return inspect().unchecked;
    },
  };
  // A getter is always there, which an optional property that may not be `undefined` does not allow; readers test for undefined.
  return tool as RegisteredTool;
}

/** SHA-256 of the canonical JSON of a definition, hex; the order of keys does not count. */
export function definitionDigest(definition: ToolDefinition): string {
  const { name, inputSchema, outputSchema, outputExample, ...rest } = {
    name: definition.name,
    ...described(definition),
  };
  try {
    return hashOf({ name, inputSchema, outputSchema, outputExample, ...rest });
  } catch (error) {
    // A schema that is too deep to write out is unusable; the digest of what can be written still tells two tools apart.
    if (error instanceof RangeError) return hashOf({ name, ...rest });
    throw error;
  }
}

/** A definition without its own name, and without what else the object may carry (`run`). */
function described(definition: ToolDefinition): Omit<ToolDefinition, "name"> {
  const { description, inputSchema } = definition;
  const result: Record<string, unknown> = { description, inputSchema };
  for (const key of optionalKeys) if (definition[key] !== undefined) result[key] = definition[key];
  return result as unknown as Omit<ToolDefinition, "name">;
}

function hashOf(value: { readonly [key: string]: unknown }): string {
  return sha256(canonicalJson(value as JsonObject));
}
