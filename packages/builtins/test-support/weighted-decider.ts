import type { Answer, DecisionLimits, DecisionModel, DecisionRequest, DecisionResult, Question } from "@graph/models";

export interface WeightedDecider extends DecisionModel {
  readonly requests: DecisionRequest[];
  /** Most requests that were open at once. */
  readonly atOnce: () => number;
}

/**
 * A decision model for tests that knows nothing but weights: an option's probability is its share of the weights in its question,
 * rounded to two decimals as services do. Options without a weight have none; "none" has its own.
 */
export function weightedDecider(
  weights: Readonly<Record<string, number>>,
  settings: {
    readonly limits?: DecisionLimits;
    readonly none?: number;
    readonly answer?: (id: string, question: Question, answer: Answer) => Answer | undefined;
    readonly fail?: (request: number) => Error | undefined;
  } = {},
): WeightedDecider {
  const byName = new Map(Object.entries(weights));
  const requests: DecisionRequest[] = [];
  let open = 0;
  let most = 0;
  const answerOf = (question: Question): Answer => {
    if (question.kind === "yesno") return { kind: "yesno", probability: 0.8 };
    if (question.kind === "score") return { kind: "refused" };
    const labels = [...question.options.keys()];
    const weight = (label: string, place: number): number =>
      place === labels.length - 1 ? (settings.none ?? 1) : (byName.get(label) ?? 0);
    const sum = labels.reduce((total, label, place) => total + weight(label, place), 0);
    const share = (label: string, place: number): number => Math.round((100 * weight(label, place)) / sum) / 100;
    return { kind: "choice", probabilities: new Map(labels.map((label, place) => [label, share(label, place)])) };
  };
  return {
    id: "weights@test",
    limits: settings.limits ?? { maxOptions: 255 },
    requests,
    atOnce: () => most,
    async decide(request): Promise<DecisionResult> {
      requests.push(request);
      const number = requests.length;
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      const failure = settings.fail?.(number);
      if (failure !== undefined) throw failure;
      const answers = new Map<string, Answer>();
      for (const [id, question] of request.questions) {
        const answer = answerOf(question);
        const changed = settings.answer === undefined ? answer : settings.answer(id, question, answer);
        if (changed !== undefined) answers.set(id, changed);
      }
      return { answers, model: "weights-1" };
    },
  };
}
