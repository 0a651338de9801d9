import type { Json } from "@graph/plan";

/** Bounds of a model, declared by whoever configures it and checked before anything is sent. */
export interface DecisionLimits {
  /** Most options of one choice question. */
  readonly maxOptions: number;
  readonly maxQuestions?: number;
  readonly maxQuestionTokens?: number;
  readonly maxRequestTokens?: number;
}

/** A question with a closed set of answers. */
export type Question =
  | { readonly kind: "choice"; readonly ask: string; readonly options: ReadonlyMap<string, string | null> }
  | { readonly kind: "score"; readonly ask: string; readonly levels: readonly string[] }
  | { readonly kind: "yesno"; readonly ask: string; readonly yes?: string; readonly no?: string };

/** A state and the questions about it, each under an id that the model never sees. */
export interface DecisionRequest {
  readonly state: Json;
  readonly questions: ReadonlyMap<string, Question>;
}

/** The answer to one question, of the question's own kind; or that the model refused it. */
export type Answer =
  | { readonly kind: "choice"; readonly probabilities: ReadonlyMap<string, number> }
  | { readonly kind: "score"; readonly score: number; readonly probabilities: readonly number[] }
  | { readonly kind: "yesno"; readonly probability: number }
  | { readonly kind: "refused" };

/** The answers by the ids of their questions, as the model gave them. */
export interface DecisionResult {
  readonly answers: ReadonlyMap<string, Answer>;
  /** The model that answered, as it names itself. */
  readonly model: string;
  readonly inputTokens?: number;
  readonly requestId?: string;
}

/** A model that reads a state and questions and returns a probability for each answer. A host may pass an object of its own. */
export interface DecisionModel {
  readonly id: string;
  readonly limits: DecisionLimits;
  /** Throws a `DecisionError`. */
  decide(request: DecisionRequest, options?: { readonly signal?: AbortSignal }): Promise<DecisionResult>;
}
