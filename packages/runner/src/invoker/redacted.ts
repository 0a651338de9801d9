import type { Outcome } from "../port.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { SecretSource } from "../secrets/secret-source.ts";
import { largeValue } from "./large-value.ts";

/** An outcome without secrets, in whatever spelling a tool has given them back: before it becomes a value or a record. */
export function redacted(outcome: Outcome, secrets: SecretSource | undefined): Outcome {
  if (secrets === undefined) return outcome;
  const { redactor } = secrets;
  if (!outcome.ok) return withError(outcome, redactor);
  const value = redactor.value(outcome.value);
  const warnings = outcome.warnings?.map((warning) => ({ ...warning, message: redactor.text(warning.message) }));
  if (value === outcome.value && warnings === undefined) return outcome;
  return {
    ...outcome,
    value,
    ...(warnings !== undefined && { warnings }),
    ...(outcome.large !== undefined && { large: largeValue(value, outcome.large.bytes) }),
  };
}

/** Every text of a failure: a tool chooses its code too, and an argument that is not known is named. */
function withError(outcome: Extract<Outcome, { ok: false }>, redactor: Redactor): Outcome {
  const { error } = outcome;
  const { code, message, pointer, property } = error;
  const masked = {
    code: redactor.text(code),
    message: redactor.text(message),
    ...(pointer !== undefined && { pointer: redactor.text(pointer) }),
    ...(property !== undefined && { property: redactor.text(property) }),
  };
  return { ok: false, error: { ...error, ...masked } };
}
