import { DecisionError } from "./decision-error.ts";
import type { Answer, DecisionRequest, DecisionResult, Question } from "./decision-model.ts";

/** What a sum may be off in any case, and what rounding to two decimals changes in one option at most. */
const slack = 0.01;
const perOption = 0.005;

/**
 * Checks what a decision model answered: every question by its own kind (or refused), only labels that were offered, only numbers from 0
 * to 1 that sum up to 1. Gives the result back with its values as they came: nothing is rounded or made to fit. A label that is
 * missing counts as 0 where the sum allows it, but not all of them. Throws a `DecisionError` with the code `bad_response`.
 *
 * Services round to two decimals. Rounded down, n options may lack 0.01 + n · 0.005 together: with 200 of them all may show 0. Rounded up,
 * each has at most 0.005 too much and at most half of what it shows, so that options at 0 explain nothing.
 */
export function validateDecision(request: DecisionRequest, result: DecisionResult): DecisionResult {
  for (const [id, question] of request.questions) {
    const answer = result.answers.get(id);
    if (answer?.kind === undefined) throw bad(id, "has no answer");
    if (answer.kind !== "refused") checkAnswer(id, question, answer);
  }
  for (const id of result.answers.keys()) if (!request.questions.has(id)) throw bad(id, "was not asked");
  return result;
}

/** How far below 1 the sum of the probabilities of n options may be. */
export function sumTolerance(options: number): number {
  return slack + options * perOption;
}

function checkAnswer(id: string, question: Question, answer: Exclude<Answer, { kind: "refused" }>): void {
  if (question.kind === "choice" && answer.kind === "choice") {
    if (!(answer.probabilities instanceof Map))
      throw bad(id, "has probabilities that are no `Map` from labels to numbers");
    for (const label of answer.probabilities.keys()) {
      if (!question.options.has(label)) throw bad(id, `is answered with \`${label}\`, which was not offered`);
    }
    const probabilities = [...answer.probabilities.values()];
    checkProbabilities(id, probabilities, question.options.size);
    // The sum alone would let it pass where many options are offered: all might have been rounded to nothing, had they been answered.
    if (probabilities.length < question.options.size && !probabilities.some((probability) => probability > 0)) {
      throw bad(id, "is answered without a choice: no option has a probability over 0, and options are left out");
    }
  } else if (question.kind === "score" && answer.kind === "score") {
    const levels = question.levels.length;
    if (!Array.isArray(answer.probabilities)) throw bad(id, "has probabilities that are no list");
    if (answer.probabilities.length !== levels) {
      throw bad(id, `has ${answer.probabilities.length} probabilities for ${levels} levels`);
    }
    checkProbabilities(id, answer.probabilities, levels);
    if (!(answer.score >= 0 && answer.score <= levels - 1)) throw bad(id, `has a score outside 0 to ${levels - 1}`);
  } else if (question.kind === "yesno" && answer.kind === "yesno") {
    if (!isProbability(answer.probability)) throw bad(id, "has a probability outside 0 to 1");
  } else {
    throw bad(id, `is of the kind ${question.kind} and is answered as ${answer.kind}`);
  }
}

function checkProbabilities(id: string, probabilities: readonly number[], options: number): void {
  let sum = 0;
  let roundedUp = slack;
  for (const probability of probabilities) {
    if (!isProbability(probability)) throw bad(id, "has a probability outside 0 to 1");
    sum += probability;
    roundedUp += Math.min(perOption, probability / 2);
  }
  // A bit more than the tolerance: adding up binary fractions must not decide at its edge.
  if (1 - sum > sumTolerance(options) + 1e-9 || sum - 1 > roundedUp + 1e-9) {
    throw bad(id, `has probabilities that sum up to ${sum.toFixed(3)} instead of 1`);
  }
}

function isProbability(value: number): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function bad(id: string, problem: string): DecisionError {
  return new DecisionError(
    "bad_response",
    `The answer of the decision model cannot be used: the question \`${id}\` ${problem}.`,
  );
}
