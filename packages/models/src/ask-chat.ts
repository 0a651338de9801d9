import { ChatError } from "./chat-error.ts";
import type { ChatModel, ChatRequest, ChatResult } from "./chat-model.ts";
import { validateChat } from "./validate-chat.ts";

/**
 * Asks a chat model and checks the answer as far as its form goes. Everything that goes wrong is a `ChatError`, whatever the model threw.
 */
export async function askChat(
  model: ChatModel,
  request: ChatRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ChatResult> {
  if (isAborted(options.signal)) throw cancelled(model);
  let result: unknown;
  try {
    result = await model.generate(request, options);
  } catch (error) {
    if (error instanceof ChatError) throw error;
    if (isAborted(options.signal)) throw cancelled(model);
    throw new ChatError("unavailable", `The chat model ${model.id} failed.`, { cause: error });
  }
  try {
    return validateChat(model.id, request, result);
  } catch (error) {
    if (error instanceof ChatError) throw error;
    const message = `The answer of the chat model ${model.id} cannot be used: reading it throws an error.`;
    throw new ChatError("bad_response", message, { cause: error });
  }
}

function cancelled(model: ChatModel): ChatError {
  return new ChatError("cancelled", `The question to the chat model ${model.id} was given up.`);
}

/** A function, because the compiler takes an earlier look at `aborted` for lasting. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
