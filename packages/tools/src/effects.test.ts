import { expect, it } from "vitest";
import { toolEffects, type EffectSources } from "./effects.ts";

const reads = { readOnlyHint: true };
const idempotent = { idempotentHint: true };
const cases: readonly (readonly [string, EffectSources, boolean, boolean, boolean])[] = [
  ["nothing said", {}, false, false, false],
  ["a server's read-only hint decides order only", { annotations: reads }, true, false, false],
  ["a server's idempotent hint decides nothing", { annotations: idempotent }, false, false, false],
  ["a trusted read-only hint", { annotations: reads, trusted: true }, true, true, true],
  ["a trusted idempotent hint", { annotations: idempotent, trusted: true }, false, true, false],
  ["a trusted tool without hints", { trusted: true }, false, false, false],
  ["the operator's read-only", { readOnly: true }, true, true, true],
  ["a server's hint beside the operator's idempotent", { annotations: reads, idempotent: true }, true, true, false],
  [
    "a trusted hint that may not be repeated",
    { annotations: reads, trusted: true, idempotent: false },
    true,
    false,
    true,
  ],
  ["the operator's idempotent", { idempotent: true }, false, true, false],
  ["the operator's word against a hint", { annotations: reads, trusted: true, readOnly: false }, false, false, false],
  ["not read-only, yet idempotent", { annotations: idempotent, trusted: true, readOnly: false }, false, true, false],
  [
    "the operator denies idempotence",
    { annotations: idempotent, trusted: true, idempotent: false },
    false,
    false,
    false,
  ],
  ["what only reads can be repeated, whatever else is said", { readOnly: true, idempotent: false }, true, true, true],
];

it.each(cases)("%s", (_, sources, readOnly, repeatable, trustedReadOnly) => {
  expect(toolEffects(sources)).toEqual({ readOnly, repeatable, trustedReadOnly });
});
