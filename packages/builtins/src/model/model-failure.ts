import { ChatError, type ChatErrorCode, DecisionError, MissingRoleError } from "@graph/models";
import type { ErrorClass } from "@graph/plan";
import { ToolError } from "@graph/tools";

const classes: Readonly<Record<ChatErrorCode, ErrorClass>> = {
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

/** What went wrong with a model as the failure of a step; anything else as it is. A model is only asked: nothing has changed because of it. */
export function toModelFailure(error: unknown): unknown {
  if (error instanceof MissingRoleError) {
    return new ToolError(error.message, { code: "tool/unavailable", class: "denied", effect: "none", cause: error });
  }
  if (!(error instanceof DecisionError || error instanceof ChatError)) return error;
  return new ToolError(error.message, { class: classes[error.code], effect: "none", cause: error });
}
