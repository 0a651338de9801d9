import type { Json } from "@graph/plan";

/** Something about the result of a call that does not fail it. */
export interface CallWarning {
  readonly code: "tool/output-missing" | "tool/output-mismatch" | "tool/unavailable";
  readonly message: string;
}

/** What a tool may give back in place of its value when there is more to say of the call. The runner takes the value out. */
export class CallResult {
  readonly value: Json;
  readonly warnings: readonly CallWarning[];
  /** Size of the answer as it came, in bytes or characters; missing when it is not known. */
  readonly bytes: number | undefined;
  constructor(value: Json, warnings: readonly CallWarning[] = [], bytes?: number) {
    this.value = value;
    this.warnings = warnings;
    this.bytes = bytes;
  }
}
