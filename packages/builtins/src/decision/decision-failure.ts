import type { DecisionError, DecisionErrorCode } from "@graph/models";
import type { ErrorClass } from "@graph/plan";
import { ToolError } from "@graph/tools";

const classes: Readonly<Record<DecisionErrorCode, ErrorClass>> = {
  auth: "denied",
  quota: "denied",
  rate_limited: "rate_limited",
  too_large: "invalid_input",
  invalid: "invalid_input",
  unavailable: "unavailable",
  timeout: "timeout",
  bad_response: "tool_error",
  refused: "tool_error",
  cancelled: "tool_error",
};

/** A decision that failed as the failure of a step. A model is only asked: nothing has changed because of it. */
export function toDecisionFailure(error: DecisionError): ToolError {
  return new ToolError(error.message, { class: classes[error.code], effect: "none", cause: error });
}
