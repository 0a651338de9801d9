import type { Document } from "yaml";
import type { Json } from "../json.ts";
import { isWithin } from "./json-pointer.ts";
import { pathAt } from "./path-at.ts";
import { withColons, withoutColons } from "./second-colons.ts";
import { maximumBytes, tooBigProblem } from "./refusals.ts";
import type { SourceProblem } from "./source-problem.ts";
import { toJson } from "./to-json.ts";

export interface ReadSource {
  readonly data: Json;
  readonly problems: readonly SourceProblem[];
  /** How many more there were. */
  readonly hidden: number;
  /** JSON Pointers of values that are not what their author meant. */
  readonly damaged: readonly string[];
  /** Offset of the first place from which on the structure itself is in doubt. */
  readonly brokenFrom: number;
  readonly contents: Document.Parsed["contents"] | null;
}

/** Reads a text as YAML 1.2 core, whatever it says of itself. Never throws. */
export function readSource(text: string): ReadSource {
  if (text.length > maximumBytes || Buffer.byteLength(text) > maximumBytes) {
    return nothing([tooBigProblem(Buffer.byteLength(text))]);
  }
  const { lexed, document, parsed, colons } = withoutColons(text);
  if (lexed.refused) return nothing(lexed.problems, lexed.hidden);
  if (document === undefined || "code" in document)
    return nothing([...lexed.problems, ...colons, ...(document === undefined ? [] : [document])], lexed.hidden);
  const json = toJson(document.contents, text);
  const found = withPaths([...lexed.problems, ...colons, ...parsed.problems], document.contents);
  const syntaxAt = parsed.problems.filter((problem) => problem.code === "yaml/syntax").map((problem) => problem.start);
  // Once a bracket or a quote is not closed, what the parser made of the lines behind it means nothing.
  const torn = syntaxAt.length > 0 || parsed.torn;
  const brokenFrom = torn ? Math.min(lexed.brokenFrom, ...syntaxAt) : Infinity;
  const ofValues = json.problems.filter(
    (problem) => !isHurt(problem, found.damaged) && !(problem.code === "yaml/syntax" && problem.start >= brokenFrom),
  );
  return {
    data: colons.length === 0 ? json.data : withColons(json.data),
    problems: [...found.problems, ...ofValues],
    hidden: lexed.hidden + json.hidden,
    damaged: torn ? [""] : [...found.damaged, ...json.damaged],
    brokenFrom,
    contents: document.contents,
  };
}

// A warning about a value that is another one than its author wrote.
function isHurt({ code, path }: SourceProblem, damaged: readonly string[]): boolean {
  return (code === "yaml/yes-no" || code === "yaml/lossy-number") && damaged.some((hurt) => isWithin(path ?? "", hurt));
}

function nothing(problems: readonly SourceProblem[], hidden = 0): ReadSource {
  return { data: null, problems, hidden, damaged: [""], brokenFrom: 0, contents: null };
}

// Problems whose value is another one than its author meant; the list or map it stands in, where it has torn that.
const tears: ReadonlyMap<string, "value" | "collection"> = new Map([
  ["template/braces-map", "value"],
  ["template/cut-by-comment", "value"],
  ["template/cut-by-flow", "collection"],
  ["template/syntax", "value"],
  ["yaml/unquoted-colon", "value"],
  ["yaml/bad-escape", "value"],
  ["yaml/tag", "value"],
]);
const maximumPaths = 100;

function withPaths(problems: readonly SourceProblem[], contents: unknown): Pick<ReadSource, "problems" | "damaged"> {
  const damaged: string[] = problems.length > maximumPaths ? [""] : [];
  const found: SourceProblem[] = [];
  for (const problem of problems.slice(0, maximumPaths)) {
    const { path, collection } = pathAt(contents, problem.start);
    const tear = tears.get(problem.code);
    if (tear !== undefined) damaged.push(tear === "value" ? path : collection);
    found.push({ ...problem, path });
  }
  return { problems: [...found, ...problems.slice(maximumPaths)], damaged };
}
