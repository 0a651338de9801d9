import { type Answer, askDecision, type DecisionResult, defaultDecisionRole, type Question } from "@graph/models";
import type { Json } from "@graph/plan";
import { defineTool, type Tool, type ToolContext, ToolError } from "@graph/tools";
import { decideInputSchema, decideOutputSchema } from "./decide-schemas.ts";
import type { BuiltinDependencies } from "./dependencies.ts";
import { toModelFailure } from "./model/model-failure.ts";
import type { TokensUsed } from "./model/tokens-used.ts";

/** What `builtin__decide` takes. */
export interface DecideInput {
  readonly question: string;
  readonly state?: Json;
  readonly options?: { readonly [label: string]: string | null } | readonly string[];
  readonly levels?: readonly string[];
  readonly model?: string;
}

/** What `builtin__decide` gives. */
export type DecideOutput = (
  | { readonly kind: "choice"; readonly choice: string; readonly probabilities: { readonly [label: string]: number } }
  | { readonly kind: "score"; readonly score: number; readonly probabilities: readonly number[] }
  | { readonly kind: "yesno"; readonly probability: number }
) & { readonly model: string; readonly usage?: TokensUsed };

/** The model never sees it; messages about limits do. */
const questionId = "question";

/** `builtin__decide`: one question to a decision model. */
export function decideTool(dependencies: BuiltinDependencies): Tool<DecideInput, DecideOutput> {
  return defineTool({
    name: "decide",
    title: "Decide",
    description:
      "Asks a decision model one question about a state, and returns probabilities: of each of the given options, of each level of a scale, or of yes. Calls nothing and changes nothing.",
    inputSchema: decideInputSchema,
    outputSchema: decideOutputSchema,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    async run(input: DecideInput, { signal }: ToolContext): Promise<DecideOutput> {
      const question = toQuestion(input);
      try {
        const model = dependencies.roles.decision(input.model ?? defaultDecisionRole);
        const request = { state: input.state ?? null, questions: new Map([[questionId, question]]) };
        const result = await askDecision(model, request, { signal });
        return toOutput(question, result, model.id);
      } catch (error) {
        throw toModelFailure(error);
      }
    },
  });
}

function toQuestion({ question: ask, options, levels }: DecideInput): Question {
  if (options !== undefined && levels !== undefined) {
    throw wrongInput("`options` and `levels` exclude each other: give one of them, or neither for a yes/no question");
  }
  if (levels !== undefined) {
    if (levels.length < 2) throw wrongInput("`levels` needs at least 2 texts, from the lowest level to the highest");
    return { kind: "score", ask, levels };
  }
  if (options === undefined) return { kind: "yesno", ask };
  const pairs = Array.isArray(options)
    ? (options as readonly string[]).map((label) => [label, null] as const)
    : Object.entries(options as { readonly [label: string]: string | null });
  if (pairs.length === 0) throw wrongInput("`options` is empty: give at least one label to choose");
  const byLabel = new Map(pairs);
  if (byLabel.size < pairs.length) throw wrongInput("`options` names a label twice: each can be chosen once");
  return { kind: "choice", ask, options: byLabel };
}

function toOutput(question: Question, { answers, model, inputTokens }: DecisionResult, id: string): DecideOutput {
  const answer = answers.get(questionId) as Answer;
  const isTold = Number.isSafeInteger(inputTokens) && (inputTokens ?? 0) >= 0;
  const rest = { model, ...(isTold && { usage: { input_tokens: inputTokens ?? 0 } }) };
  switch (answer.kind) {
    case "choice": {
      const labels = question.kind === "choice" ? [...question.options.keys()] : [];
      // A label that is left out counts as 0.
      const ranked = labels.map((label) => [label, answer.probabilities.get(label) ?? 0] as const);
      const [best] = ranked.toSorted(([, left], [, right]) => right - left);
      return { kind: "choice", choice: best?.[0] ?? "", probabilities: Object.fromEntries(ranked), ...rest };
    }
    case "score":
      return { kind: "score", score: answer.score, probabilities: answer.probabilities, ...rest };
    case "yesno":
      return { kind: "yesno", probability: answer.probability, ...rest };
    default:
      throw new ToolError(`The decision model \`${id}\` refused to answer the question.`, { effect: "none" });
  }
}

function wrongInput(problem: string): ToolError {
  return new ToolError(`${problem}.`, { code: "input/invalid", class: "invalid_input", effect: "none" });
}
