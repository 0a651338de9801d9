import { createRequire } from "node:module";

/** A node of the grammar's syntax tree; only the fields that are read. */
export interface GrammarNode {
  readonly type: string;
  readonly path?: GrammarNode;
  readonly params?: readonly GrammarNode[];
  readonly hash?: { readonly pairs: readonly { readonly key: string; readonly value: GrammarNode }[] };
  readonly original?: string | number | boolean;
  readonly value?: string | number | boolean;
  readonly escaped?: boolean;
  readonly strip?: { readonly open: boolean; readonly close: boolean };
}

interface GrammarParser {
  parseWithoutProcessing(text: string): { readonly body: readonly GrammarNode[] };
}

/** What the grammar's parser says of a text, or where it stopped. */
export type GrammarResult = { readonly node: GrammarNode } | { readonly failedAt: number };

let parser: GrammarParser | undefined;

/**
 * Parses the inside of one tag. Of Handlebars only the parser's own files are loaded, and only when a plan has a tag that is
 * more than a path: the whole library takes four times as long, and its compiler builds code from data.
 */
export function parseGrammar(inner: string): GrammarResult {
  parser ??= createRequire(import.meta.url)("handlebars/dist/cjs/handlebars/compiler/base.js") as GrammarParser;
  const text = `{{${inner}}}`;
  try {
    const { body } = parser.parseWithoutProcessing(text);
    const [node] = body;
    return node !== undefined && body.length === 1 ? { node } : { failedAt: 0 };
  } catch (error) {
    return { failedAt: Math.max(0, placeOfFailure(text, error) - 2) };
  }
}

/** Its errors have no fields: the second line of the message cites the text, and the third has a caret below the fault. */
function placeOfFailure(text: string, error: unknown): number {
  const lines = error instanceof Error ? error.message.split("\n") : [];
  const caret = lines[2]?.indexOf("^") ?? -1;
  const cited = lines[1] ?? "";
  if (caret === -1) {
    return 0;
  }
  const isCut = cited.startsWith("...") && !text.startsWith("...");
  const begin = isCut ? 3 : 0;
  const end = cited.endsWith("...") && !text.endsWith("...") ? cited.length - 3 : cited.length;
  const found = text.indexOf(cited.slice(begin, end));
  return found === -1 ? 0 : found + caret - begin;
}
