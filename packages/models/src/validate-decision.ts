import { DecisionError } from "./decision-error.ts";
import type { Answer, DecisionRequest, DecisionResult, Question } from "./decision-model.ts";

/**
 * Checks what a decision model answered: every question by its own kind (or refused), only labels that were offered, only numbers from 0
 * to 1 that sum up to 1. Gives the result back with its values as they came: nothing is rounded or made to fit. A label that is
 * missing counts as 0 where the sum allows it. Throws a `DecisionError` with the code `bad_response`.
 *
 * Services round to two decimals, so a sum over n options may be off by 0.01 + n · 0.005.
 */
export function validateDecision(request: DecisionRequest, result: DecisionResult): DecisionResult {
  for (const [id, question] of request.questions) {
    const answer = result.answers.get(id);
    if (answer === undefined) throw bad(id, "has no answer");
    if (answer.kind !== "refused") checkAnswer(id, question, answer);
  }
  for (const id of result.answers.keys()) if (!request.questions.has(id)) throw bad(id, "was not asked");
  return result;
}

/** How far the sum of n probabilities may be from 1. */
export function sumTolerance(options: number): number {
  return 0.01 + options * 0.005;
}

function checkAnswer(id: string, question: Question, answer: Exclude<Answer, { kind: "refused" }>): void {
  if (question.kind === "choice" && answer.kind === "choice") {
    for (const label of answer.probabilities.keys()) {
      if (!question.options.has(label)) throw bad(id, `is answered with \`${label}\`, which was not offered`);
    }
    checkProbabilities(id, [...answer.probabilities.values()], question.options.size);
  } else if (question.kind === "score" && answer.kind === "score") {
    const levels = question.levels.length;
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
  for (const probability of probabilities) {
    if (!isProbability(probability)) throw bad(id, "has a probability outside 0 to 1");
    sum += probability;
  }
  // A bit more than the tolerance: adding up binary fractions must not decide at its edge.
  if (Math.abs(sum - 1) > sumTolerance(options) + 1e-9) {
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
