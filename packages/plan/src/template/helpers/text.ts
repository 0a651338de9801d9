import { checkProduced } from "../compact-text.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper } from "./helper.ts";

const string = (): { readonly type: "string" } => ({ type: "string" });

/** Helpers on text. None takes a regular expression. */
export const textHelpers: readonly Helper[] = [
  defineHelper({
    name: "upper",
    description: "The text in capital letters.",
    parameters: [{ name: "text", types: ["string"] }],
    result: string,
    run: ([text]) => (text as string).toUpperCase(),
  }),
  defineHelper({
    name: "lower",
    description: "The text in small letters.",
    parameters: [{ name: "text", types: ["string"] }],
    result: string,
    run: ([text]) => (text as string).toLowerCase(),
  }),
  defineHelper({
    name: "trim",
    description: "The text without blanks and line breaks at its ends.",
    parameters: [{ name: "text", types: ["string"] }],
    result: string,
    run: ([text]) => (text as string).trim(),
  }),
  defineHelper({
    name: "replace",
    description: "The text with every occurrence of one part replaced; the part is plain text.",
    parameters: [
      { name: "text", types: ["string"] },
      { name: "search", types: ["string"] },
      { name: "replacement", types: ["string"] },
    ],
    result: string,
    run: ([text, search, replacement]) => replace(text as string, search as string, replacement as string),
  }),
  defineHelper({
    name: "split",
    description: "The parts of a text between separators; with an empty separator its characters.",
    parameters: [
      { name: "text", types: ["string"] },
      { name: "separator", types: ["string"] },
    ],
    result: () => ({ type: "array", items: { type: "string" } }),
    run: ([text, separator]) =>
      separator === "" ? Array.from(text as string) : (text as string).split(separator as string),
  }),
];

function replace(text: string, search: string, replacement: string): string {
  if (search === "") {
    throw new TemplateError("input/invalid", "type", "`replace` needs a text to look for; it is empty.");
  }
  const parts = text.split(search);
  checkProduced(text.length + (parts.length - 1) * (replacement.length - search.length));
  return parts.join(replacement);
}
