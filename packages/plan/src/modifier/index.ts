import type { KeyTable } from "../grammar/key-rule.ts";
import { cache } from "./cache.ts";
import { catchHandlers } from "./catch.ts";
import { deadline } from "./deadline.ts";
import { description } from "./description.ts";
import { finallyBody } from "./finally.ts";
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
  timeout,
  retry,
  deadline,
  catch: catchHandlers,
  on_error: onError,
  finally: finallyBody,
  cache,
  idempotency_key: idempotencyKey,
  output_schema: outputSchema,
};
