import { DecisionError } from "./decision-error.ts";
import type { DecisionLimits, DecisionRequest, Question } from "./decision-model.ts";

/** Fewest and most levels of a score question, by every known service. */
const fewestLevels = 2;
const mostLevels = 10;

/** Checks a request against the limits of a model before anything is sent. Throws a `DecisionError`: `invalid` or `too_large`. */
export function checkDecisionRequest(request: DecisionRequest, limits: DecisionLimits): void {
  if (request.questions.size === 0) throw new DecisionError("invalid", "A decision needs at least one question.");
  const maxQuestions = limits.maxQuestions ?? Number.POSITIVE_INFINITY;
  if (request.questions.size > maxQuestions) {
    throw new DecisionError(
      "too_large",
      `${request.questions.size} questions are more than the ${maxQuestions} that the model takes at once.`,
    );
  }
  for (const [id, question] of request.questions) checkQuestion(id, question, limits);
}

function checkQuestion(id: string, question: Question, limits: DecisionLimits): void {
  if (question.kind === "yesno") return;
  if (question.kind === "choice") {
    const count = question.options.size;
    if (count === 0) throw new DecisionError("invalid", `The question \`${id}\` has no options.`);
    if (count > limits.maxOptions) {
      throw new DecisionError(
        "too_large",
        `The ${count} options of the question \`${id}\` are more than the ${limits.maxOptions} that the model takes.`,
      );
    }
    return;
  }
  const count = question.levels.length;
  if (count < fewestLevels || count > mostLevels) {
    throw new DecisionError(
      "invalid",
      `The question \`${id}\` has ${count} levels; there must be ${fewestLevels} to ${mostLevels}.`,
    );
  }
}
