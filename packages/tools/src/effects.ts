import type { ToolAnnotations } from "./tool.ts";

/** Who says what a tool does. */
export interface EffectSources {
  readonly annotations?: ToolAnnotations;
  /**
   * The annotations count for more than order: a builtin, a tool the host registers in its own process, or a server with
   * `trust_annotations`. Default false: a server's own word.
   */
  readonly trusted?: boolean;
  /** The operator's word, over the annotations. */
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
}

/** What a tool does, as far as order and repetition go. */
export interface ToolEffects {
  readonly readOnly: boolean;
  readonly repeatable: boolean;
  /** That it is read-only is more than a server's own word: its results may be cached. Missing: it is not. */
  readonly trustedReadOnly?: boolean;
}

/**
 * Settles what a tool does. A read-only hint decides order whoever gives it; whether a call may be made again after it may have
 * acted, and whether its results may be cached, is decided by the operator, or by annotations that are trusted.
 */
export function toolEffects(sources: EffectSources): Required<ToolEffects> {
  const { annotations, trusted = false } = sources;
  const readOnly = sources.readOnly ?? annotations?.readOnlyHint === true;
  if (sources.readOnly === true) return { readOnly, repeatable: true, trustedReadOnly: true };
  const hinted = trusted && (readOnly || annotations?.idempotentHint === true);
  return { readOnly, repeatable: sources.idempotent ?? hinted, trustedReadOnly: trusted && readOnly };
}
