import { ModelError, type ModelErrorCode } from "./model-error.ts";

/** Why a chat model gave no usable answer. */
export type ChatErrorCode = ModelErrorCode;

/** A chat model gave no usable answer. */
export class ChatError extends ModelError {
  override readonly name = "ChatError";
}
