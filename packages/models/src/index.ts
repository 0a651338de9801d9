// Adding a line here makes it public.

// Decision models
export type {
  Answer,
  DecisionLimits,
  DecisionModel,
  DecisionRequest,
  DecisionResult,
  Question,
} from "./decision-model.ts";
export { DecisionError } from "./decision-error.ts";
export type { DecisionErrorCode } from "./decision-error.ts";
export { askDecision } from "./ask-decision.ts";
export { checkDecisionRequest } from "./check-request.ts";
export { sumTolerance, validateDecision } from "./validate-decision.ts";

// Chat models
export type {
  ChatCall,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatResult,
  ChatTool,
  ChatToolResult,
  ChatUsage,
} from "./chat-model.ts";
export { ChatError } from "./chat-error.ts";
export type { ChatErrorCode } from "./chat-error.ts";
export { askChat } from "./ask-chat.ts";

// Roles
export { defaultChatRole, defaultDecisionRole, MissingRoleError, modelRoles } from "./model-roles.ts";
export type { ModelRoles, ModelRolesOptions } from "./model-roles.ts";
