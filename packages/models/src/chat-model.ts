import type { Json, JsonObject } from "@graph/plan";

/** A tool that a chat model may ask for. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of what it takes. */
  readonly inputSchema: JsonObject;
}

/** A tool that a chat model asks for. */
export interface ChatCall {
  /** Tells the calls of one answer apart. A client of a service that gives none makes one up. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: whether the tool takes it is for others to say. */
  readonly input: Json;
}

/** What came of a call that a chat model asked for. */
export interface ChatToolResult {
  /** Of the call. */
  readonly id: string;
  readonly name: string;
  readonly ok: boolean;
  /** What the tool gave, or what went wrong. */
  readonly output: Json;
}

/** A part of a conversation. */
export type ChatMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text?: string; readonly calls?: readonly ChatCall[] }
  | { readonly role: "tool"; readonly results: readonly ChatToolResult[] };

/** What a chat model is asked. */
export interface ChatRequest {
  /** How the model should behave. */
  readonly system?: string;
  /** What the user says first. */
  readonly prompt: string;
  /** What has been said since the prompt, oldest first. */
  readonly messages?: readonly ChatMessage[];
  /** Tools that the model may ask for instead of answering. */
  readonly tools?: readonly ChatTool[];
  /** JSON Schema of the answer. Without one the answer is text. */
  readonly outputSchema?: JsonObject;
}

/** What was used up; a number that the service does not tell is left out. */
export interface ChatUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/**
 * What a chat model answered: `object` when a schema was given, else `text`; or `calls`, with or without a text, when tools were offered.
 * A model that was given a schema and wrote something else is shown with its `text`.
 */
export type ChatResult = {
  /** The model that answered, as it names itself. */
  readonly model: string;
  readonly usage: ChatUsage;
  readonly calls?: readonly ChatCall[];
} & ({ readonly text: string } | { readonly object: Json } | { readonly calls: readonly ChatCall[] });

/** A model that writes text or, by a schema, JSON. A host may pass an object of its own. */
export interface ChatModel {
  readonly id: string;
  /** Throws a `ChatError`. */
  generate(request: ChatRequest, options?: { readonly signal?: AbortSignal }): Promise<ChatResult>;
}
