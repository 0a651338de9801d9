/** Why a decision model gave no usable answer. */
export type DecisionErrorCode =
  | "auth"
  | "quota"
  | "rate_limited"
  | "too_large"
  | "invalid"
  | "unavailable"
  | "timeout"
  | "bad_response"
  | "refused"
  | "cancelled";

/** Worth another try when nothing is said: the other side was busy, slow or away. */
const retryableCodes: ReadonlySet<DecisionErrorCode> = new Set(["rate_limited", "unavailable", "timeout"]);

/** A decision model gave no usable answer. */
export class DecisionError extends Error {
  readonly code: DecisionErrorCode;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** Whether asking again may help. Default: true for `rate_limited`, `unavailable` and `timeout`. */
  readonly retryable: boolean;
  constructor(
    code: DecisionErrorCode,
    message: string,
    options: { readonly status?: number; readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "DecisionError";
    this.code = code;
    this.status = options.status;
    this.retryable = options.retryable ?? retryableCodes.has(code);
  }
}
