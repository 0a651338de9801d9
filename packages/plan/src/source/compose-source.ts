import type { Document } from "yaml";
import { maximumDepth } from "./nesting.ts";
import { tooDeepProblem } from "./refusals.ts";
import type { SourceProblem } from "./source-problem.ts";
import { yamlLibrary } from "./yaml-library.ts";

// Broken indentation can make the parser nest one level deeper with every line, which no look at the tokens tells beforehand.
// A sound text of 64 levels stays far below this.
const maximumStack = 2 * maximumDepth;

/** Makes the document of tokens, or says where the parser began to nest too deep. The composer, which recurses, sees no such text. */
export function composeSource(lexemes: readonly string[], length: number): Document.Parsed | SourceProblem {
  const { Parser, Composer } = yamlLibrary();
  const parser = new Parser();
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    // The library compares every key with every other one; duplicates are found on the nodes, in one pass.
    uniqueKeys: false,
    prettyErrors: false,
  });
  let document: Document.Parsed | undefined;
  let offset = 0;
  // The parser makes an Error for each slip, thousands in a hostile text; their stack traces would be most of the work.
  const traceLimit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    for (const lexeme of lexemes) {
      for (const token of parser.next(lexeme)) {
        for (const made of composer.next(token)) document ??= made;
      }
      if (parser.stack.length > maximumStack) return tooDeepProblem(offset, lexeme);
      if (!isMark(lexeme)) offset += lexeme.length;
    }
    for (const token of parser.end()) {
      for (const made of composer.next(token)) document ??= made;
    }
    for (const made of composer.end(true, length)) document ??= made;
  } finally {
    Error.stackTraceLimit = traceLimit;
  }
  return document!;
}

function isMark(lexeme: string): boolean {
  return lexeme === "\u0002" || lexeme === "\u0018" || lexeme === "\u001f";
}
