import type { Json } from "@graph/host";
import { expectedInstead, losesDigits } from "../input/exact-numbers.ts";
import type { AnswerField } from "./answer-field.ts";
import { isNumbered, showValue } from "./show-field.ts";

/** A line as the value of a field, or what is wrong with it, in words. */
export type ReadField = { readonly value: Json } | { readonly problem: string };

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["y", true],
  ["yes", true],
  ["true", true],
  ["n", false],
  ["no", false],
  ["false", false],
]);

/** Reads a line that is not blank. */
export function readField(field: AnswerField, line: string): ReadField {
  const read = byKind(field, line);
  if ("problem" in read) return read;
  const problem = field.problem(read.value);
  return problem === undefined ? read : { problem: `This ${problem}.` };
}

function byKind(field: AnswerField, line: string): ReadField {
  const text = line.trim();
  switch (field.kind) {
    case "text":
      return { value: line };
    case "boolean": {
      const value = booleans.get(text.toLowerCase());
      return value === undefined ? { problem: "Say yes or no." } : { value };
    }
    case "choice":
      return readChoice(field, text);
    default:
      return readNumber(text, field.kind === "integer");
  }
}

function readNumber(text: string, whole: boolean): ReadField {
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || (whole && Number.isFinite(value) && !Number.isInteger(value)))
    return { problem: `Give ${whole ? "a whole number" : "a number"}, such as ${whole ? "12" : "1.5"}.` };
  return losesDigits(text) ? { problem: `Give ${expectedInstead(text)}.` } : { value };
}

/** By the value as it stands there, in any case, or by its number in the list. */
function readChoice(field: AnswerField, text: string): ReadField {
  const { choices } = field;
  const exact = choices.find((choice) => spellings(choice).includes(text));
  if (exact !== undefined) return { value: exact };
  const lower = text.toLowerCase();
  const close = choices.filter((choice) => spellings(choice).some((spelling) => spelling.toLowerCase() === lower));
  const [only] = close;
  if (only !== undefined && close.length === 1) return { value: only };
  const numbered = isNumbered(field) && /^\d+$/u.test(text) ? choices[Number(text) - 1] : undefined;
  if (numbered !== undefined) return { value: numbered };
  if (close.length > 1) return { problem: `Upper and lower case matter here: ${choices.map(showValue).join(", ")}.` };
  const byNumber = isNumbered(field) ? ", by its name or its number" : "";
  return { problem: `Give ${choices.length === 1 ? "" : "one of "}${choices.map(showValue).join(", ")}${byNumber}.` };
}

const spellings = (choice: Json): readonly string[] =>
  typeof choice === "string" ? [choice.trim()] : [JSON.stringify(choice), showValue(choice)];
