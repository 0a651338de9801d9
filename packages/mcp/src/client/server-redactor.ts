import { createRedactor, type Redactor } from "@graph/runner";

const redactors = new WeakMap<object, Redactor>();

/** The redactor of a server's secrets, made once for each config. Goes before cutting: half a secret in the middle is not found any more. */
export function redactorOf(config: { readonly secrets?: readonly string[] }): Redactor {
  const known = redactors.get(config);
  if (known) return known;
  const redactor = createRedactor(config.secrets ?? []);
  redactors.set(config, redactor);
  return redactor;
}
