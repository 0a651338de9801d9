import type { Tokenizer } from "./tokenizer.ts";

/** Words that people use for one another when they ask for a tool. Order and repetition across groups do not matter. */
export const synonymGroups: readonly (readonly string[])[] = [
  // what tools do
  ["get", "fetch", "retrieve", "obtain", "load", "pull"],
  ["list", "show", "display", "enumerate", "view", "browse"],
  ["create", "add", "make", "new", "insert", "generate", "build"],
  ["delete", "remove", "erase", "drop", "clear"],
  ["update", "edit", "modify", "change", "set", "adjust", "alter"],
  ["search", "find", "lookup", "query", "locate", "discover", "seek"],
  ["send", "post", "submit", "deliver", "dispatch"],
  ["calculate", "compute", "determine", "evaluate", "estimate"],
  ["convert", "transform", "translate", "exchange"],
  ["summary", "summarize", "summarization"],
  ["verify", "validate", "check"],
  ["start", "begin", "launch", "run", "execute"],
  ["stop", "cancel", "end", "terminate"],
  ["upload", "store", "save", "write"],
  ["download", "read", "open"],
  // trade and travel
  ["book", "booking", "reserve", "reservation", "schedule"],
  ["buy", "purchase", "order"],
  ["price", "cost", "rate", "fare", "quote"],
  ["flight", "airline", "plane"],
  ["route", "direction", "navigation", "path"],
  ["place", "location", "spot", "address"],
  ["distance", "length"],
  ["car", "vehicle", "automobile"],
  ["house", "property", "estate", "apartment", "home"],
  ["stock", "share", "equity"],
  ["currency", "money"],
  ["company", "business", "firm", "organization"],
  ["job", "career", "employment"],
  // media and documents
  ["picture", "image", "photo", "screenshot"],
  ["chart", "graph", "plot", "diagram", "visualization"],
  ["movie", "film"],
  ["song", "music", "track"],
  ["game", "gaming"],
  ["mail", "email", "message"],
  ["folder", "directory"],
  ["file", "document", "doc"],
  ["website", "webpage", "site", "page", "url"],
  // daily life
  ["weather", "forecast", "temperature"],
  ["event", "happening"],
  ["recipe", "cook", "dish", "meal", "food"],
  ["user", "account", "profile"],
  ["doctor", "physician", "medical", "health"],
  // short forms
  ["repo", "repository"],
  ["db", "database"],
  ["pr", "pull request"],
  ["config", "configuration"],
  ["docs", "documentation"],
  ["auth", "authentication"],
  ["dir", "directory"],
];

/** A term to the terms that may stand for it. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/**
 * Makes the table that queries are widened by. A group's members are words or two words together (`pull request`); a longer one is
 * left out, because tools are indexed by words and pairs.
 */
export function synonymTable(groups: readonly (readonly string[])[], tokenizer: Tokenizer): Synonyms {
  const table = new Map<string, Set<string>>();
  for (const group of groups) {
    const members = group.map((text) => tokenizer.terms(text)).filter(({ length }) => length === 1 || length === 2);
    const terms = members.map((member) => member.join(" "));
    for (const term of terms) {
      const others = table.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      table.set(term, others);
    }
  }
  return new Map([...table].map(([term, others]) => [term, [...others]]));
}
