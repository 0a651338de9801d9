import { DecisionError, defaultDecisionRole, MissingRoleError } from "@graph/models";
import type { Json } from "@graph/plan";
import { CallResult, type CallWarning, defineTool, type Tool, type ToolContext } from "@graph/tools";
import { runTournament, type TournamentResult } from "./decision/tournament.ts";
import type { BuiltinDependencies } from "./dependencies.ts";
import { toModelFailure } from "./model/model-failure.ts";
import { scoreInputSchema, scoreOutputSchema } from "./score-schemas.ts";
import { type Candidate, readCandidates } from "./search/candidate.ts";
import { KeywordScores } from "./search/keyword-scores.ts";
import { nearCount, rounded, type Scored, select } from "./search/select.ts";

/** What `builtin__score_candidates` takes. */
export interface ScoreCandidatesInput {
  readonly query: string;
  readonly candidates: readonly Json[];
  readonly question?: string;
  readonly threshold?: number;
  readonly limit?: number;
  readonly floor?: number;
  readonly model?: string;
  readonly chunk_size?: number;
  readonly on_error?: "keyword" | "fail";
}

/** A candidate in the result. */
interface ScoredTool {
  readonly name: string;
  readonly description: string;
  readonly score: number;
  readonly selected: boolean;
  readonly below_threshold: boolean;
  /** With keywords: the words of the query that were found in it. */
  readonly matched?: readonly string[];
}

/** What `builtin__score_candidates` gives. */
export interface ScoreCandidatesOutput {
  readonly mode: "decision" | "keyword";
  readonly selected: readonly ScoredTool[];
  /** True when no candidate reached the threshold. */
  readonly no_fit: boolean;
  readonly near?: readonly ScoredTool[];
  readonly degraded?: true;
  readonly fallback_reason?: string;
  readonly details: { readonly [key: string]: Json };
}

/** Asked when no question is given. */
const defaultQuestion = "Which tool carries out this step?";
const defaultThreshold = 0.5;
const defaultChunkSize = 250;

/** `builtin__score_candidates`: ranks tools for a task. */
export function scoreCandidatesTool(
  dependencies: BuiltinDependencies,
): Tool<ScoreCandidatesInput, ScoreCandidatesOutput | CallResult> {
  const keywords = new KeywordScores(
    () => dependencies.buildIndex,
    (name) => dependencies.catalog.get(name),
  );
  return defineTool({
    name: "score_candidates",
    title: "Score candidates",
    description:
      "Ranks candidate tools by how well each fits a query and selects the best. The decision model of the given role chooses where there is one; otherwise keywords do, and `mode` says which.",
    inputSchema: scoreInputSchema,
    outputSchema: scoreOutputSchema,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    async run(input: ScoreCandidatesInput, context: ToolContext): Promise<ScoreCandidatesOutput | CallResult> {
      const { list, skipped } = readCandidates(input.candidates);
      const decided = await decide(input, list, dependencies, context);
      const scored =
        decided.scores === undefined
          ? byKeywords(keywords, input, list, dependencies.catalog.version)
          : list.map((candidate) => ({ candidate, score: decided.scores?.get(candidate.name) ?? 0 }));
      const details = { candidates: list.length, ...(skipped > 0 && { skipped }), ...decided.details };
      const result = report(input, scored, { ...decided.head, details });
      return decided.warning === undefined ? result : new CallResult(result as unknown as Json, [decided.warning]);
    },
  });
}

function byKeywords(
  keywords: KeywordScores,
  input: ScoreCandidatesInput,
  candidates: readonly Candidate[],
  version: number,
): readonly Scored[] {
  const { query, candidates: source, limit: most = candidates.length } = input;
  const limit = Math.min(candidates.length, most + nearCount);
  const hits = keywords.score({ query, candidates, source, version, limit });
  return candidates.map((candidate) => {
    const hit = hits.get(candidate.name);
    if (hit === undefined) return { candidate, score: 0 };
    return { candidate, score: hit.score, exact: hit.exact, matched: [...new Set(hit.terms.map(({ word }) => word))] };
  });
}

interface Decided {
  readonly head: Pick<ScoreCandidatesOutput, "mode" | "degraded" | "fallback_reason">;
  /** `undefined`: keywords have to do it. */
  readonly scores: ReadonlyMap<string, number> | undefined;
  readonly details: { readonly [key: string]: Json };
  /** Why keywords had to stand in for a model that was asked for. */
  readonly warning?: CallWarning;
}

async function decide(
  input: ScoreCandidatesInput,
  list: readonly Candidate[],
  dependencies: BuiltinDependencies,
  context: ToolContext,
): Promise<Decided> {
  const role = input.model ?? defaultDecisionRole;
  const model = dependencies.roles.findDecision(role);
  if (model === undefined) {
    const isChat = dependencies.roles.findChat(role) !== undefined;
    const { message } = new MissingRoleError(role, "decision", isChat);
    const missing = { head: { mode: "keyword" }, scores: undefined, details: { note: message } } as const;
    // To have no decider at all is a way to run; a role that was named, or is played by the wrong kind of model, was meant to choose.
    const isMeant = role !== defaultDecisionRole || isChat;
    return isMeant
      ? { ...missing, warning: standIn("Keywords were used instead of a decision model", message) }
      : missing;
  }
  if (list.length === 0) return { head: { mode: "decision" }, scores: new Map(), details: { model: model.id } };
  try {
    const result = await runTournament(list, {
      model,
      query: input.query,
      ask: input.question ?? defaultQuestion,
      threshold: input.threshold ?? defaultThreshold,
      chunkSize: input.chunk_size ?? defaultChunkSize,
      signal: context.signal,
    });
    return { head: { mode: "decision" }, scores: result.scores, details: detailsOf(result) };
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    if (error.code === "cancelled" || input.on_error === "fail") throw toModelFailure(error);
    return {
      head: { mode: "keyword", degraded: true, fallback_reason: error.message },
      scores: undefined,
      details: { failure: error.code },
      warning: standIn(`The decision model \`${model.id}\` did not answer: keywords were used instead`, error.message),
    };
  }
}

function standIn(what: string, why: string): CallWarning {
  return { code: "tool/unavailable", message: `${what}. ${why}` };
}

function detailsOf(result: TournamentResult): { readonly [key: string]: Json } {
  const { model, rounds, questions, requests, gated, none, fits, firstRound } = result;
  return {
    model,
    rounds,
    questions,
    requests,
    none: rounded(none),
    ...(fits !== undefined && { fits: rounded(fits) }),
    ...(gated && { gated }),
    ...(firstRound.size > 0 && {
      first_round: [...firstRound].map(([name, probability]) => ({ name, score: rounded(probability) })),
    }),
  };
}

function report(
  input: ScoreCandidatesInput,
  scored: readonly Scored[],
  head: Pick<ScoreCandidatesOutput, "mode" | "degraded" | "fallback_reason" | "details">,
): ScoreCandidatesOutput {
  const threshold = input.threshold ?? defaultThreshold;
  const { selected, near } = select(scored, { threshold, floor: input.floor ?? 0, limit: input.limit });
  const show = ({ candidate, score, matched }: Scored, isSelected: boolean): ScoredTool => ({
    name: candidate.name,
    description: candidate.description,
    score: rounded(score),
    selected: isSelected,
    below_threshold: score < threshold,
    ...(matched !== undefined && { matched }),
  });
  const noFit = scored.every(({ score }) => score < threshold);
  const { details, ...rest } = head;
  return {
    ...rest,
    selected: selected.map((entry) => show(entry, true)),
    no_fit: noFit,
    ...(noFit && near.length > 0 && { near: near.map((entry) => show(entry, false)) }),
    details,
  };
}
