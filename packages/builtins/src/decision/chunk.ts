import { DecisionError, type DecisionLimits, type Question } from "@graph/models";
import type { Candidate } from "../search/candidate.ts";
import { summarize } from "./summary.ts";
import { questionTokens } from "./tokens.ts";

/** The longest descriptions that are tried, in characters, until the questions are short enough. */
const descriptionLimits: readonly number[] = [200, 80, 40];

/** What every question says of its last option. */
const noneDescription = "No tool in this list carries out the step.";

/** One part of the candidates with the question about it. */
export interface Chunk {
  readonly candidates: readonly Candidate[];
  readonly question: Extract<Question, { kind: "choice" }>;
}

/** The questions of a round, and how many tools each may hold. */
export interface Chunks {
  readonly list: readonly Chunk[];
  readonly size: number;
}

/** What questions are made of. */
export interface QuestionPlan {
  readonly ask: string;
  /** The label of the option that says none. */
  readonly none: string;
  /** Most tools a question, before the model's own limits. */
  readonly chunkSize: number;
  readonly limits: DecisionLimits;
  /** Tokens of the state, which stands beside every question. */
  readonly stateTokens: number;
}

/** A label that no candidate has: tools have `__` in their names, other candidates may be called anything. */
export function freeLabel(candidates: readonly Candidate[]): string {
  const names = new Set(candidates.map(({ name }) => name));
  let label = "none";
  while (names.has(label)) label = `${label}_of_these`;
  return label;
}

/** Most tools a question can hold: one option belongs to "none". Throws when not even one tool fits. */
function toolsPerQuestion(plan: QuestionPlan): number {
  const most = Math.min(plan.chunkSize, plan.limits.maxOptions - 1);
  if (most < 1) {
    throw new DecisionError(
      "too_large",
      "The decision model takes fewer than two options: it cannot choose among tools.",
    );
  }
  return most;
}

/**
 * Splits the candidates into as few questions as the limits allow, of balanced sizes. They are dealt out in turn by name, so that
 * the near-duplicates of one server spread over the questions. Descriptions are shortened before questions are made smaller.
 */
export function makeChunks(candidates: readonly Candidate[], plan: QuestionPlan): Chunks {
  const shortest = descriptionLimits.at(-1) ?? 0;
  for (let size = toolsPerQuestion(plan); size >= 1; size = Math.floor(size / 2)) {
    const isFirst = size === toolsPerQuestion(plan);
    for (const limit of isFirst ? descriptionLimits : [shortest]) {
      const list = deal(candidates, Math.ceil(candidates.length / size)).map((part) => ({
        candidates: part,
        question: ask(part, plan, limit),
      }));
      if (list.every(({ question }) => fits(question, plan))) return { list, size };
    }
  }
  throw new DecisionError("too_large", "Not even one tool fits into a question of the decision model.");
}

function deal(candidates: readonly Candidate[], count: number): Candidate[][] {
  const parts: Candidate[][] = Array.from({ length: count }, () => []);
  for (const [place, candidate] of candidates.entries()) parts[place % count]?.push(candidate);
  return parts;
}

function ask(candidates: readonly Candidate[], plan: QuestionPlan, descriptionLimit: number): Chunk["question"] {
  const options = new Map<string, string | null>(
    candidates.map(({ name, description }) => [name, summarize(description, descriptionLimit) || null]),
  );
  options.set(plan.none, noneDescription);
  return { kind: "choice", ask: plan.ask, options };
}

/** Whether a question, with the state and so many tokens of others beside it, keeps to the model's limits. */
export function fits(question: Question, plan: Pick<QuestionPlan, "limits" | "stateTokens">, others = 0): boolean {
  const { maxQuestionTokens = Number.POSITIVE_INFINITY, maxRequestTokens = Number.POSITIVE_INFINITY } = plan.limits;
  const tokens = plan.stateTokens + questionTokens(question);
  return tokens <= maxQuestionTokens && tokens + others <= maxRequestTokens;
}
