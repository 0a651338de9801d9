import { conditionHelpers } from "./conditions.ts";
import { conversionHelpers } from "./conversions.ts";
import { dateHelpers } from "./date.ts";
import type { Helper } from "./helper.ts";
import { listHelpers } from "./lists.ts";
import { missingHelpers } from "./missing.ts";
import { numberHelpers } from "./numbers.ts";
import { recordHelpers } from "./records.ts";
import { textHelpers } from "./text.ts";

export { usage } from "./helper.ts";

/** Every helper by its name: the closed list of the language. */
export const helpers: ReadonlyMap<string, Helper> = new Map(
  [
    ...missingHelpers,
    ...conditionHelpers,
    ...listHelpers,
    ...recordHelpers,
    ...textHelpers,
    ...conversionHelpers,
    ...numberHelpers,
    ...dateHelpers,
  ].map((helper) => [helper.name, helper]),
);
