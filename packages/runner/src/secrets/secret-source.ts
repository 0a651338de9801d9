import { createRedactor, type Redactor } from "./redactor.ts";
import { secretState } from "./secret-state.ts";

/** Where a worker has the secrets of its operator from. Nothing else ever sees their values. */
export interface SecretSource {
  /** The value of a secret; `undefined` when it is not set, or too short to be kept out of what is shown. */
  value(name: string): string | undefined;
  readonly redactor: Redactor;
}

/** A source over values by name, in this process. */
export function createSecretSource(values: ReadonlyMap<string, string>): SecretSource {
  const usable = new Map([...values].filter(([, value]) => secretState(value) === "set"));
  return { value: (name) => usable.get(name), redactor: createRedactor([...usable.values()]) };
}
