import type { Diagnostic } from "@graph/plan";

const identifier = /^[A-Za-z_][A-Za-z0-9_-]{0,50}$/u;
// Names that open a device, whatever folder and ending stand around them.
const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/iu;

/** What somebody named a plan by. */
export type PlanReference =
  | { readonly kind: "name"; readonly identifier: string; readonly replaced: boolean }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "bad"; readonly diagnostic: Diagnostic };

/**
 * Reads how a plan is named, before any file is touched: a path ends in `.yaml`, `.yml` or `.json`, everything else has to be an
 * identifier (`x`, or `plan__x` and `builtin_plan__x` as steps write it).
 */
export function readPlanReference(text: string): PlanReference {
  if (!text.includes("\0") && /\.(ya?ml|json)$/iu.test(text)) return { kind: "path", path: text };
  const replaced = text.startsWith("builtin_plan__");
  const name = replaced ? text.slice("builtin_plan__".length) : text.replace(/^plan__/u, "");
  if (identifier.test(name) && !device.test(name)) return { kind: "name", identifier: name, replaced };
  const message =
    `\`${printable(text)}\` cannot be the name of a plan: letters, digits, \`_\` and \`-\`, at most 51 of them. ` +
    "A plan given by its file ends in .yaml.";
  return { kind: "bad", diagnostic: { code: "name/bad-name", severity: "error", message } };
}

const printable = (text: string): string => JSON.stringify(text.slice(0, 100)).slice(1, -1);
