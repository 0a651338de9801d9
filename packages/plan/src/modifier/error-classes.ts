/** The classes of errors that a plan may name. */
export const errorClasses: readonly string[] = [
  "timeout",
  "unavailable",
  "rate_limited",
  "invalid_input",
  "denied",
  "tool_error",
  "missing_step",
  "bad_path",
  "empty_data",
  "type",
  "limit",
  "cancelled",
  "unknown_outcome",
];
