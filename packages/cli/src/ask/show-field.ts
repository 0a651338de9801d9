import type { Json } from "@graph/host";
import type { AnswerField } from "./answer-field.ts";

const words = { text: "a text", number: "a number", integer: "a whole number", boolean: "yes or no" } as const;

/** The line that asks for a field: its name, what it is, what may be given, and what a blank line stands for. */
export function showField(field: AnswerField): string {
  const { name, description, kind, required, fallback } = field;
  const what = description === undefined ? "" : ` (${oneLine(description)})`;
  const kinds = kind === "choice" ? showChoices(field) : words[kind];
  const optional = required || fallback !== undefined ? "" : ", or nothing";
  const standard = fallback === undefined ? "" : ` [${showValue(fallback)}]`;
  return `${oneLine(name)}${what}, ${kinds}${optional}${standard}: `;
}

/** A value as a person would give it. */
export function showValue(value: Json): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return oneLine(typeof value === "string" ? value : JSON.stringify(value));
}

/** Whether choices may be given by their numbers: not when some of them are numbers themselves. */
export const isNumbered = ({ choices }: AnswerField): boolean =>
  choices.length > 1 && !choices.some((choice) => /^\s*\d+\s*$/u.test(showValue(choice)));

function showChoices(field: AnswerField): string {
  const shown = field.choices.map(showValue);
  const list = isNumbered(field) ? shown.map((choice, index) => `${index + 1} ${choice}`) : shown;
  return list.length === 1 ? `only ${list[0]}` : `one of ${list.join(", ")}`;
}

/** A text from elsewhere must not look like several lines of the question. */
const oneLine = (text: string): string => text.trim().replaceAll(/\s+/gu, " ");
