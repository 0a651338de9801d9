import { checkDecisionRequest } from "./check-request.ts";
import { DecisionError } from "./decision-error.ts";
import type { DecisionModel, DecisionRequest, DecisionResult } from "./decision-model.ts";
import { validateDecision } from "./validate-decision.ts";

/**
 * Asks a decision model: the request is checked against its limits, the answer against the request. Everything that goes wrong is a
 * `DecisionError`, whatever the model threw.
 */
export async function askDecision(
  model: DecisionModel,
  request: DecisionRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<DecisionResult> {
  checkDecisionRequest(request, model.limits);
  if (isAborted(options.signal)) throw cancelled(model);
  let result: DecisionResult;
  try {
    result = await model.decide(request, options);
  } catch (error) {
    if (error instanceof DecisionError) throw error;
    if (isAborted(options.signal)) throw cancelled(model);
    throw new DecisionError("unavailable", `The decision model ${model.id} failed.`, { cause: error });
  }
  if (!(result?.answers instanceof Map)) {
    throw new DecisionError("bad_response", `The decision model ${model.id} returned no map of answers.`);
  }
  return validateDecision(request, result);
}

function cancelled(model: DecisionModel): DecisionError {
  return new DecisionError("cancelled", `The question to the decision model ${model.id} was given up.`);
}

/** A function, because the compiler takes an earlier look at `aborted` for lasting. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
