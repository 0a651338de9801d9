/** Why a model gave no usable answer. */
export type ModelErrorCode =
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
const retryableCodes: ReadonlySet<ModelErrorCode> = new Set(["rate_limited", "unavailable", "timeout"]);

/** What errors of decision models and of chat models have in common. */
export abstract class ModelError extends Error {
  readonly code: ModelErrorCode;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** Whether asking again may help. Default: true for `rate_limited`, `unavailable` and `timeout`. */
  readonly retryable: boolean;
  constructor(
    code: ModelErrorCode,
    message: string,
    options: { readonly status?: number; readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.retryable = options.retryable ?? retryableCodes.has(code);
  }
}
