import type { JsonObject } from "@graph/plan";
import type { Compounds } from "./compounds.ts";
import type { FieldName } from "./constants.ts";
import { schemaWords } from "./schema-words.ts";
import { splitWords, type Tokenizer } from "./tokenizer.ts";

/** What the index reads of a tool. */
export interface SearchDocument {
  /** The public name; unique in an index. */
  readonly name: string;
  /** The tool's own name, without the server or namespace. Default: what follows the first `__`. */
  readonly ownName?: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly tags?: readonly string[];
  readonly category?: string;
}

/** The terms of each field of a tool, in order. They depend on this tool alone, so that they can be kept while others come and go. */
export type FieldTerms = { readonly [Field in FieldName]: readonly string[] };

/** Reads a tool into terms. */
export function documentTerms(document: SearchDocument, tokenizer: Tokenizer): FieldTerms {
  const [first, rest] = splitFirstSentence(document.description);
  const input = schemaWords(document.inputSchema);
  const output = schemaWords(document.outputSchema);
  const terms = (texts: readonly (string | undefined)[]): string[] => tokenizer.terms(texts.join(" "));
  return {
    name: terms([document.name]),
    first: terms([document.title, first]),
    rest: terms([rest]),
    argumentNames: terms(input.names),
    argumentDescriptions: terms(input.descriptions),
    labels: terms([...(document.tags ?? []), document.category]),
    output: terms([...output.names, ...output.descriptions]),
  };
}

/** Adds the parts of run-together words of the name, which only the whole catalog can tell. */
export function withCompounds(
  terms: FieldTerms,
  document: SearchDocument,
  compounds: Compounds,
  tokenizer: Tokenizer,
): FieldTerms {
  const parts = splitWords(document.name).flatMap((word) => compounds.split(word));
  return parts.length === 0 ? terms : { ...terms, name: [...terms.name, ...parts.map((part) => tokenizer.stem(part))] };
}

/** Cuts a description behind its first sentence; a full stop in the first 15 characters belongs to an abbreviation. */
export function splitFirstSentence(text: string): readonly [string, string] {
  for (const end of text.matchAll(/[.!?](?=\s|$)|[\n。！？]/g)) {
    const cut = end.index + end[0].length;
    if (end.index >= 15) return [text.slice(0, cut), text.slice(cut)];
  }
  return [text, ""];
}
