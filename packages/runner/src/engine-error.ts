/** An engine was asked for something that it cannot do. */
export class EngineError extends Error {
  /** `not-supported`: this engine never can; `not-serving`: nobody serves it; `unknown-run`: there is no such run. */
  readonly code: "not-supported" | "not-serving" | "unknown-run";
  constructor(code: EngineError["code"], message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}
