import { type Answer, askDecision, type DecisionModel, type Question } from "@graph/models";
import type { Json } from "@graph/plan";
import { questionTokens, stateTokens } from "./tokens.ts";

/** Requests that are on their way at once: services put parallel ones into a queue. */
const requestsAtOnce = 2;

/** The answers to all questions, and how many requests it took. */
export interface PackedAnswers {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly requests: number;
  readonly model: string;
}

/** Asks all questions in as few requests as the model's limits allow. The first request that fails, fails all. */
export async function askPacked(
  model: DecisionModel,
  state: Json,
  questions: ReadonlyMap<string, Question>,
  signal: AbortSignal,
): Promise<PackedAnswers> {
  const requests = pack(model, state, questions);
  const answers = new Map<string, Answer>();
  let name = model.id;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      try {
        const result = await askDecision(model, { state, questions: request }, { signal });
        name = result.model;
        for (const [id, answer] of result.answers) answers.set(id, answer);
      } catch (error) {
        // What has not been sent yet would be asked for nothing.
        next = requests.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(requestsAtOnce, requests.length) }, work));
  return { answers, requests: requests.length, model: name };
}

function pack(
  model: DecisionModel,
  state: Json,
  questions: ReadonlyMap<string, Question>,
): readonly ReadonlyMap<string, Question>[] {
  const { maxQuestions = Number.POSITIVE_INFINITY, maxRequestTokens = Number.POSITIVE_INFINITY } = model.limits;
  const requests: Map<string, Question>[] = [];
  let current = new Map<string, Question>();
  let tokens = stateTokens(state);
  for (const [id, question] of questions) {
    const more = questionTokens(question);
    if (current.size > 0 && (current.size >= maxQuestions || tokens + more > maxRequestTokens)) {
      requests.push(current);
      current = new Map();
      tokens = stateTokens(state);
    }
    current.set(id, question);
    tokens += more;
  }
  if (current.size > 0) requests.push(current);
  return requests;
}
