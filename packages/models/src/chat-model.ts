import type { Json, JsonObject } from "@graph/plan";

/** What a chat model is asked. */
export interface ChatRequest {
  /** How the model should behave. */
  readonly system?: string;
  readonly prompt: string;
  /** JSON Schema of the answer. Without one the answer is text. */
  readonly outputSchema?: JsonObject;
}

/** What was used up; a number that the service does not tell is left out. */
export interface ChatUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** What a chat model answered: `object` when a schema was given, else `text`. */
export type ChatResult = {
  /** The model that answered, as it names itself. */
  readonly model: string;
  readonly usage: ChatUsage;
} & ({ readonly text: string } | { readonly object: Json });

/** A model that writes text or, by a schema, JSON. A host may pass an object of its own. */
export interface ChatModel {
  readonly id: string;
  generate(request: ChatRequest, options?: { readonly signal?: AbortSignal }): Promise<ChatResult>;
}
