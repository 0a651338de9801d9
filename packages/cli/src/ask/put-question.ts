import type { Json, JsonObject, QuestionReply, RunQuestion } from "@graph/host";
import { createValidator } from "@graph/host";
import { escapeControls } from "../output/escape-controls.ts";
import type { Streams } from "../output/streams.ts";
import { answerFields, type AnswerField } from "./answer-field.ts";
import type { LineSource } from "./line-source.ts";
import { readField } from "./read-field.ts";
import { showField } from "./show-field.ts";

/** How often a value, or an answer as a whole, is asked for again when it does not fit. */
const mostRepeats = 3;

/** Where a question is put. */
export interface Terminal extends Pick<Streams, "tell" | "draw"> {
  readonly lines: LineSource;
}

/** Why a question ends without an answer: `stopped`: nobody waits for it any more. */
type Unanswered = { readonly kind: "declined"; readonly reason: string } | { readonly kind: "stopped" };

/** Puts one question to the person at a terminal, field by field, and replies with what came of it. */
export async function putQuestion(
  question: RunQuestion,
  reply: QuestionReply,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const schema = isObject(question.schema) ? question.schema : {};
  const fields = answerFields(schema, question.default);
  terminal.tell(`? ${indented(asText(question.prompt ?? ""))}  (${question.path})`);
  let ended: Unanswered = { kind: "declined", reason: "No answer fitted." };
  for (let round = 0; round <= mostRepeats; round += 1) {
    const filled = await fillIn(fields, terminal, signal);
    if ("kind" in filled) {
      ended = filled;
      break;
    }
    const said = await reply.answer(filled.answer);
    if (said === "accepted") return;
    if (said !== "invalid") {
      ended = { kind: "stopped" };
      break;
    }
    const problem = createValidator(schema).validate(filled.answer).problems[0]?.message ?? "does not fit";
    terminal.tell(`  The answer as a whole ${problem}.`);
  }
  if (ended.kind === "stopped") return terminal.tell("  This question is no longer open.");
  terminal.tell(`  ${ended.reason} The question is declined.`);
  reply.decline();
}

async function fillIn(
  fields: readonly AnswerField[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<{ readonly answer: JsonObject } | Unanswered> {
  const answer = new Map<string, Json>();
  for (const field of fields) {
    const filled = await fillInField(field, terminal, signal);
    if ("kind" in filled) return filled;
    if (filled.value !== undefined) answer.set(field.name, filled.value);
  }
  return { answer: Object.fromEntries(answer) };
}

/** The value of a field; `undefined` for one that was left blank and may be. */
async function fillInField(
  field: AnswerField,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<{ readonly value: Json | undefined } | Unanswered> {
  for (let repeats = 0; repeats <= mostRepeats; repeats += 1) {
    terminal.draw(escapeControls(`  ${showField(field)}`));
    const line = await terminal.lines.next(signal);
    // The line of the question is still open then.
    if (line.kind !== "line") terminal.draw("\n");
    if (line.kind === "stopped") return { kind: "stopped" };
    if (line.kind === "ended") return { kind: "declined", reason: "The input has ended." };
    if (line.text.trim() === "") {
      if (field.fallback !== undefined || !field.required) return { value: field.fallback };
      return { kind: "declined", reason: `\`${field.name}\` needs a value.` };
    }
    const read = readField(field, line.text);
    if ("value" in read) return read;
    terminal.tell(`    ${read.problem}`);
  }
  return { kind: "declined", reason: `No value for \`${field.name}\` fitted.` };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asText = (prompt: Json): string => (typeof prompt === "string" ? prompt : JSON.stringify(prompt));

/** Further lines of a prompt do not begin where a line of ours does. */
const indented = (text: string): string => text.trim().replaceAll(/\r?\n/gu, "\n  ");
