import type { Json } from "@graph/plan";
import type { Failure } from "../interpreter/failure.ts";

/** What a plan reads of an item that failed: `{index, error: {class, code, message, step, tool?, attempt?}}`. */
export function itemFailure(cause: Failure, index: number): Json {
  const { class: errorClass, code, message, step, tool, attempt } = cause.error;
  return {
    index,
    error: {
      class: errorClass,
      code,
      message,
      step,
      ...(tool === undefined ? {} : { tool }),
      ...(attempt === undefined ? {} : { attempt }),
    },
  };
}
