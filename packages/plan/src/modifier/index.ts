import type { KeyTable } from "../grammar/key-rule.ts";
import { description } from "./description.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { ifGate } from "./if.ts";
import { needs } from "./needs.ts";
import { onError } from "./on-error.ts";
import { outputSchema } from "./output-schema.ts";
import { retry } from "./retry.ts";
import { timeout } from "./timeout.ts";

/** The keys of a step that change how it is run, each with its grammar. */
export const stepModifiers: KeyTable = {
  description,
  if: ifGate,
  needs,
  retry,
  timeout,
  on_error: onError,
  idempotency_key: idempotencyKey,
  output_schema: outputSchema,
};
