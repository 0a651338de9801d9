import { type Answer, DecisionError, type DecisionModel, type Question } from "@graph/models";
import { byCodeUnit, type Candidate } from "../search/candidate.ts";
import { askPacked } from "./ask-packed.ts";
import { type Chunk, fits, freeLabel, makeChunks, type QuestionPlan } from "./chunk.ts";
import { type AnsweredChunk, chooseFinalists, isGated } from "./finalists.ts";
import { questionTokens, stateTokens } from "./tokens.ts";

/** A round that leaves more than this share of its tools standing is not repeated: the best of it go to the final. */
const repeatShare = 0.75;

/** What is chosen for, by whom, and how. */
export interface TournamentOptions {
  readonly model: DecisionModel;
  readonly query: string;
  readonly ask: string;
  readonly threshold: number;
  /** Most tools a question. */
  readonly chunkSize: number;
  readonly signal: AbortSignal;
}

/** How a choice went. */
export interface TournamentResult {
  /** Probabilities of the final alone: those of other rounds are conditional on other lists. */
  readonly scores: ReadonlyMap<string, number>;
  /** The model that answered, as it names itself. */
  readonly model: string;
  readonly rounds: number;
  readonly questions: number;
  readonly requests: number;
  /** True when a round before the final showed that nothing fits. */
  readonly gated: boolean;
  /** The final's probability that no tool fits; the least of the last round when no final was held. */
  readonly none: number;
  /** The answer to "does one of these tools carry out this step", which decides nothing. */
  readonly fits: number | undefined;
  /** First-round probabilities of those who went on; empty when one question held everything. */
  readonly firstRound: ReadonlyMap<string, number>;
}

/**
 * Chooses among more tools than one question holds: questions over parts of the list, then over the best of each, until one question
 * holds the rest. Throws a `DecisionError`; a refused question is one. There must be a candidate.
 */
export async function runTournament(
  candidates: readonly Candidate[],
  options: TournamentOptions,
): Promise<TournamentResult> {
  const { model, query, threshold } = options;
  const plan: QuestionPlan = {
    ask: options.ask,
    none: freeLabel(candidates),
    chunkSize: options.chunkSize,
    limits: model.limits,
    stateTokens: stateTokens(query),
  };
  const spent: Spent = { model: model.id, rounds: 0, questions: 0, requests: 0, firstRound: new Map() };
  let current = candidates;
  for (;;) {
    const { list: chunks, size } = makeChunks(current, plan);
    const [first, second] = chunks;
    if (first !== undefined && second === undefined) return holdFinal(first, plan, options, spent);
    const questions = new Map<string, Question>(chunks.map(({ question }, place) => [`q${place}`, question]));
    const answers = await askRound(questions, options, spent);
    const answered = chunks.map(({ candidates, question }, place) => {
      return { candidates, question, probabilities: chosen(answers.get(`q${place}`)) };
    });
    const gated = isGated(answered, plan.none, threshold);
    const next = gated ? [] : nextRound(answered, current.length, threshold, size);
    if (next.length === 0) {
      const none = Math.min(...answered.map(({ probabilities }) => probabilities.get(plan.none) ?? 0));
      return { ...spent, scores: new Map(), gated, none, fits: undefined };
    }
    if (spent.rounds === 1) keepFirstRound(spent.firstRound, answered, next);
    current = next;
  }
}

/** One question holds everything that is left: its answer is the answer. */
async function holdFinal(
  final: Chunk,
  plan: QuestionPlan,
  options: TournamentOptions,
  spent: Spent,
): Promise<TournamentResult> {
  const questions = new Map<string, Question>([["q0", final.question]]);
  addFits(questions, final, plan);
  const answers = await askRound(questions, options, spent);
  const scores = new Map(chosen(answers.get("q0")));
  const none = scores.get(plan.none) ?? 0;
  scores.delete(plan.none);
  const fit = answers.get("fits");
  return { ...spent, scores, gated: false, none, fits: fit?.kind === "yesno" ? fit.probability : undefined };
}

/** Those who go on, by name. When too many are left for the final and hardly anybody dropped out, only the best go on. */
function nextRound(
  answered: readonly AnsweredChunk[],
  before: number,
  threshold: number,
  places: number,
): readonly Candidate[] {
  const finalists = chooseFinalists(answered, threshold, places);
  const isStuck = finalists.length > places && finalists.length > before * repeatShare;
  const kept = isStuck ? finalists.slice(0, places) : finalists;
  return kept.toSorted((left, right) => byCodeUnit(left.name, right.name));
}

function keepFirstRound(
  firstRound: Map<string, number>,
  answered: readonly AnsweredChunk[],
  next: readonly Candidate[],
): void {
  const going = new Set(next.map(({ name }) => name));
  for (const { candidates, probabilities } of answered) {
    for (const { name } of candidates) if (going.has(name)) firstRound.set(name, probabilities.get(name) ?? 0);
  }
}

/** Rides along in the final where there is room for it. It takes no part in the choice. */
function addFits(questions: Map<string, Question>, final: Chunk, plan: QuestionPlan): void {
  const names = final.candidates.map(({ name }) => name).join(", ");
  const question: Question = { kind: "yesno", ask: `Does at least one of these tools carry out the step? ${names}` };
  const isRoom = fits(question, plan, questionTokens(final.question));
  if (isRoom && (plan.limits.maxQuestions ?? 2) >= 2) questions.set("fits", question);
}

function chosen(answer: Answer | undefined): ReadonlyMap<string, number> {
  if (answer?.kind === "choice") return answer.probabilities;
  throw new DecisionError("refused", "The decision model refused to choose among the tools.");
}

/** What a choice has cost so far. */
interface Spent {
  model: string;
  rounds: number;
  questions: number;
  requests: number;
  readonly firstRound: Map<string, number>;
}

async function askRound(
  questions: ReadonlyMap<string, Question>,
  options: TournamentOptions,
  spent: Spent,
): Promise<ReadonlyMap<string, Answer>> {
  const packed = await askPacked(options.model, options.query, questions, options.signal);
  spent.rounds += 1;
  spent.questions += questions.size;
  spent.requests += packed.requests;
  spent.model = packed.model;
  return packed.answers;
}
