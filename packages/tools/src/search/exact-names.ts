import type { SearchDocument } from "./document.ts";
import { splitWords } from "./tokenizer.ts";

/** What in a query may be the name of a tool: letters and digits, joined by what names are joined by. */
const nameLike = /[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu;

/** Finds the tools that a query names, whatever the spelling: `search_graph`, `searchGraph` and `search-graph` are one name. */
export class ExactNames {
  /** Document numbers by the words of the full name, and of the own name. */
  readonly #full = new Map<string, number[]>();
  readonly #own = new Map<string, number[]>();

  constructor(documents: readonly SearchDocument[]) {
    documents.forEach((document, number) => {
      put(this.#full, key(document.name), number);
      put(this.#own, key(document.ownName ?? afterNamespace(document.name)), number);
    });
  }

  /**
   * The documents that the query names, those named in full first. A name of one word counts only when it is the whole query: `search`
   * in a sentence is a verb, not the tool of that name.
   */
  find(query: string): readonly number[] {
    const written = query.match(nameLike) ?? [];
    const keys = new Set(written.map(key).filter((one) => one.includes(" ")));
    keys.add(key(query));
    const found = [this.#full, this.#own].flatMap((names) => [...keys].flatMap((one) => names.get(one) ?? []));
    return [...new Set(found)];
  }
}

function key(name: string): string {
  return splitWords(name).join(" ");
}

/** A guess that ranking can live with; whoever knows the tool's own name says so in the document. */
function afterNamespace(name: string): string {
  const end = name.indexOf("__");
  return end < 0 ? name : name.slice(end + 2);
}

function put(names: Map<string, number[]>, name: string, number: number): void {
  if (name === "") return;
  const numbers = names.get(name);
  if (numbers === undefined) names.set(name, [number]);
  else numbers.push(number);
}
