import { ChatError, type ChatModel, type ChatRequest, type ChatResult, type ChatUsage } from "@graph/models";
import type { Json } from "@graph/plan";

/** What the fake says once. */
export type FakeAnswer =
  | string
  | Error
  | { readonly object: Json; readonly usage?: ChatUsage }
  | { readonly text: string; readonly usage?: ChatUsage }
  | { readonly calls: ChatResult["calls"] & object; readonly text?: string; readonly usage?: ChatUsage };

export interface FakeChat extends ChatModel {
  readonly requests: ChatRequest[];
}

/** A chat model for tests: says its lines in order, or what a function makes of each request. It fails when it has no line left. */
export function fakeChat(lines: readonly FakeAnswer[] | ((request: ChatRequest) => FakeAnswer)): FakeChat {
  const requests: ChatRequest[] = [];
  return {
    id: "writer@test",
    requests,
    async generate(request): Promise<ChatResult> {
      requests.push(request);
      const line = typeof lines === "function" ? lines(request) : lines[requests.length - 1];
      if (line === undefined) throw new ChatError("invalid", `The fake has no line ${requests.length}.`);
      if (line instanceof Error) throw line;
      const answer = typeof line === "string" ? { text: line } : line;
      return { model: "writer-1", usage: {}, ...answer };
    },
  };
}
