/** An engine was asked for something that it cannot do. */
export class EngineError extends Error {
  /**
   * `not-supported`: this engine never can; `not-serving`: nobody serves it; `unknown-run`: there is no such run; `invalid-signal`: its
   * payload is not JSON; `too-many-signals`: more wait than a run keeps.
   */
  readonly code: "not-supported" | "not-serving" | "unknown-run" | "invalid-signal" | "too-many-signals";
  constructor(code: EngineError["code"], message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}
