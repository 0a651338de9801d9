import type { Document } from "yaml";
import type { Json } from "../json.ts";
import { composeSource } from "./compose-source.ts";
import { parserProblems } from "./parser-errors.ts";
import { readLexemes, type LexedSource } from "./read-lexemes.ts";
import type { SourceProblem } from "./source-problem.ts";

/** A text as the parser has read it. */
export interface Reading {
  readonly lexed: LexedSource;
  readonly document?: Document.Parsed | SourceProblem;
  readonly parsed: { readonly problems: readonly SourceProblem[]; readonly torn: boolean };
  /** Texts with a second colon, each once. */
  readonly colons: readonly SourceProblem[];
}

// Stands for a colon of an unquoted text; a private character of the same length, which no parser takes for anything.
const standIn = "\uE03A";
// Each reading finds nearly all of them; a hostile text does not get a reading for each.
const maximumReadings = 4;

/**
 * Reads a text, and where an unquoted text holds a second colon reads it once more as if that colon were a letter: the parser would
 * take the rest of the plan for a part of that text, and nothing behind it would be looked at.
 */
export function withoutColons(text: string): Reading {
  const colons = new Map<number, SourceProblem>();
  let readable = text;
  for (let reading = 1; ; reading++) {
    const lexed = readLexemes(readable);
    const nothingRead = { problems: [], torn: false };
    if (lexed.refused) return { lexed, parsed: nothingRead, colons: [...colons.values()] };
    const document = composeSource(lexed.lexemes, text.length);
    if ("code" in document) return { lexed, document, parsed: nothingRead, colons: [...colons.values()] };
    const parsed = parserProblems(document.errors, readable, lexed.brokenFrom);
    const found = parsed.problems.filter(({ code, start }) => code === "yaml/unquoted-colon" && !colons.has(start));
    if (found.length === 0 || reading === maximumReadings || text.includes(standIn)) {
      const others = parsed.problems.filter(({ start }) => !colons.has(start));
      return {
        lexed,
        document,
        parsed: { problems: others, torn: parsed.torn || found.length > 0 },
        colons: [...colons.values()],
      };
    }
    for (const problem of found) {
      const { start, end } = problem;
      colons.set(start, problem);
      const value = readable.slice(start, end).replaceAll(/:(?=\s|$)/g, standIn);
      readable = readable.slice(0, start) + value + readable.slice(end);
    }
  }
}

/** The data of such a reading with its colons. */
export function withColons(data: Json): Json {
  return JSON.parse(JSON.stringify(data).replaceAll(standIn, ":")) as Json;
}
