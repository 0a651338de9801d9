// Models that only play a part: they look for words, so that the example needs no service and always ends the same.
import type { ChatModel, ChatRequest, ChatResult, DecisionModel } from "@graph/models";

/** Takes a letter that names a sum for an invoice. */
export const fakeDecider: DecisionModel = {
  id: "fake-decider",
  limits: { maxOptions: 10 },
  async decide({ state, questions }) {
    const isInvoice = JSON.stringify(state).includes("€");
    const probabilities = new Map([
      ["invoice", isInvoice ? 0.9 : 0.2],
      ["complaint", isInvoice ? 0.1 : 0.8],
    ]);
    const answers = new Map([...questions.keys()].map((id) => [id, { kind: "choice", probabilities }] as const));
    return { answers, model: "fake" };
  },
};

/** Reads the document that its task names before it answers, and knows fruit. */
export const fakeWriter: ChatModel = {
  id: "fake-writer",
  async generate(request: ChatRequest): Promise<ChatResult> {
    const used = { model: "fake", usage: { inputTokens: 20, outputTokens: 5 } };
    const path = /documents\/\S+/u.exec(request.prompt)?.[0];
    if (path !== undefined && request.tools !== undefined && request.messages === undefined) {
      return { ...used, calls: [{ id: "1", name: "builtin__read_file", input: { path } }] };
    }
    const topic = /apple|pear/iu.exec(JSON.stringify([request.prompt, request.messages ?? []]))?.[0]?.toLowerCase();
    if (request.outputSchema === undefined) return { ...used, text: `It is about the ${topic}.` };
    return { ...used, object: { topic: topic ?? "nothing" } };
  },
};
