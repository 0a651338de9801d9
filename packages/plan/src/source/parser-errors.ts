import type { YAMLError } from "yaml";
import { endOfLine, misplacedLine } from "./misplaced-line.ts";
import type { SourceProblem } from "./source-problem.ts";

/** No more of the parser's errors are looked at: one broken bracket can bring one for every line behind it. */
const maximumErrors = 50;

/** The parser's errors in our words. What an earlier problem explains is left out; `torn` says whether lines behind it are hurt. */
export function parserProblems(
  errors: readonly YAMLError[],
  text: string,
  brokenFrom: number,
): { readonly problems: readonly SourceProblem[]; readonly torn: boolean } {
  const problems: SourceProblem[] = [];
  const lines = new Set<number>();
  const twoLines = new Set<number>();
  const brokenLine = brokenFrom === Infinity ? text.length : endOfLine(text, brokenFrom);
  let torn = false;
  let openedAt = Infinity;
  for (const error of errors.slice(0, maximumErrors)) {
    // Anchors are refused where they stand, all of them.
    if (error.code === "MULTIPLE_ANCHORS" || error.code === "MULTIPLE_TAGS" || error.code === "ALIAS_PROPS") continue;
    // Behind the end of what could be read, every token is an error.
    if (problems.length > 0 && error.code === "UNEXPECTED_TOKEN" && error.message.includes("in YAML stream")) continue;
    // An error over two lines, of which the line behind it was told already.
    if (error.code === "MULTILINE_IMPLICIT_KEY" && twoLines.has(error.pos[0])) continue;
    const apart = misplacedLine(error, text);
    if (apart !== undefined) twoLines.add(error.pos[0]);
    const problem = apart ?? parserProblem(error, text);
    if (problem.start >= brokenFrom) {
      if (problem.start > brokenLine) torn = true;
      continue;
    }
    // One slip brings several errors, on its own line and behind it; the first of a line says what there is to say.
    const line = text.lastIndexOf("\n", problem.start - 1);
    if (lines.has(line)) continue;
    lines.add(line);
    problems.push(problem);
    if (isOpenQuote(error)) openedAt = Math.min(openedAt, problem.start);
  }
  // The quote has swallowed the lines behind it.
  return { problems: problems.filter(({ start }) => start <= openedAt), torn };
}

function parserProblem(error: YAMLError, text: string): SourceProblem {
  const start = error.pos[0];
  const end = Math.max(error.pos[1], start + 1);
  const syntax = (message: string): SourceProblem => ({ code: "yaml/syntax", message, start, end });
  switch (error.code) {
    case "BAD_DQ_ESCAPE":
      return escapeProblem(text, start);
    case "BLOCK_AS_IMPLICIT_KEY":
    case "BLOCK_IN_FLOW":
      return colonProblem(text, start, error.code === "BLOCK_IN_FLOW" ? end : endOfLine(text, start), syntax);
    case "TAB_AS_INDENT":
      return syntax("A tab indents this line; YAML wants spaces.");
    case "BAD_INDENT":
      return syntax(
        error.message.startsWith("Flow")
          ? "A `[` or `{` that was opened before is not closed: close it, or indent the lines that belong to it."
          : "The indentation does not fit: lines of one map or list begin in the same column.",
      );
    case "MISSING_CHAR":
      if (isOpenQuote(error)) return openQuote(text, start, error.message.includes('"') ? '"' : "'");
      return syntax(missingCharacter(error.message));
    case "MULTILINE_IMPLICIT_KEY":
      return syntax("A key must be followed by `: ` on the same line. Is a colon missing, or the blank after it?");
    case "BAD_SCALAR_START":
      return syntax(`An unquoted text cannot begin with \`${text[start] ?? ""}\`. Quote the value.`);
    case "KEY_OVER_1024_CHARS":
      return syntax("A key is longer than 1,024 characters.");
    case "UNEXPECTED_TOKEN":
      return syntax(unexpected(text, start));
    case "RESOURCE_EXHAUSTION":
      return { code: "yaml/too-deep", message: "Nested deeper than 64 levels.", start, end };
    default:
      return syntax("This cannot be read as YAML. Check brackets, quotes and indentation before it.");
  }
}

function isOpenQuote(error: YAMLError): boolean {
  return error.code === "MISSING_CHAR" && /Missing closing ["']quote/.test(error.message);
}

// The parser points at the end, far from the slip.
function openQuote(text: string, end: number, quote: string): SourceProblem {
  let at = text.lastIndexOf(quote, end - 1);
  while (at > 0 && (quote === '"' ? text[at - 1] === "\\" : text[at - 1] === "'")) at = text.lastIndexOf(quote, at - 2);
  const start = at === -1 ? end : at;
  return { code: "yaml/syntax", message: "The quote that is opened here is not closed.", start, end: start + 1 };
}

function escapeProblem(text: string, start: number): SourceProblem {
  const escape = text.slice(start, start + 2);
  const next = escape[1] ?? "";
  const advice =
    next === "<" || next === "{"
      ? `A literal \`${next}${next}\` is written \`"\\\\${next}${next}"\` there, with two backslashes.`
      : "Write `\\\\` for a backslash, or use single quotes.";
  return {
    code: "yaml/bad-escape",
    message: `Double quotes do not have the escape \`${escape}\`. ${advice}`,
    start,
    end: start + 2,
  };
}

function colonProblem(
  text: string,
  start: number,
  end: number,
  syntax: (message: string) => SourceProblem,
): SourceProblem {
  const rest = text.slice(start, end);
  if (!/:(?:\s|$)/.test(rest)) {
    return syntax("A key stands where a value was expected: lines of one map begin in the same column.");
  }
  const value = rest.replace(/\s+#.*$/, "").trimEnd();
  return {
    code: "yaml/unquoted-colon",
    message: `An unquoted text cannot hold a second \`: \`. Quote the value: ${quoted(value)}`,
    start,
    end: start + Math.max(1, value.length),
  };
}

function quoted(value: string): string {
  const cut = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return cut.includes("'") ? JSON.stringify(cut) : `'${cut}'`;
}

function missingCharacter(message: string): string {
  if (message.includes("flow") || message.includes("Expected flow")) {
    return "A comma is missing between two entries, or a `]` or `}` at the end.";
  }
  if (message.includes("Implicit map keys") || message.includes("map keys"))
    return "A colon is missing after this key.";
  if (message.includes("Comments"))
    return "A comment needs a blank before its `#`. Quote the value if the `#` belongs to it.";
  if (message.includes("Block scalar"))
    return "The first lines of this text block are indented deeper than the rest; write its indentation after the `|`.";
  return "A character is missing here: check brackets, quotes and colons.";
}

function unexpected(text: string, start: number): string {
  const found = /^\S+/.exec(text.slice(start, start + 20))?.[0] ?? "the end of the file";
  if (found === "]" || found === "}") return `This \`${found}\` closes nothing.`;
  if (text.startsWith("- ", start))
    return "A list item cannot begin on the line of its key: put it on a line of its own.";
  const before = text.slice(Math.max(0, start - 1), start);
  if (before === '"' || before === "'")
    return "Text follows a closing quote. A quote inside a text must be doubled or escaped.";
  return `\`${found}\` does not belong here: check the indentation, the quotes and the brackets before it.`;
}
