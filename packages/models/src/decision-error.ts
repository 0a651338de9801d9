import { ModelError, type ModelErrorCode } from "./model-error.ts";

/** Why a decision model gave no usable answer. */
export type DecisionErrorCode = ModelErrorCode;

/** A decision model gave no usable answer. */
export class DecisionError extends ModelError {
  override readonly name = "DecisionError";
}
