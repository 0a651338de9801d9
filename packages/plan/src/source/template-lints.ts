import type { ProblemList, SourceProblem } from "./source-problem.ts";

/** One token of the lexer. */
export interface Lexeme {
  readonly kind:
    | "scalar-mark"
    | "flow-cut"
    | "document"
    | "document-start"
    | "directive"
    | "newline"
    | "space"
    | "comment"
    | "indicator"
    | "comma"
    | "flow-open"
    | "flow-close"
    | "anchor"
    | "alias"
    | "tag"
    | "scalar"
    | "quoted"
    | "other";
  readonly text: string;
  readonly offset: number;
  readonly inFlow: boolean;
}

// What makes `<<` the beginning of a tag: a letter, `_`, `#`, `^`, `/`, `@` or `(`, after blanks.
const opening = /<<[ \t]*[\p{L}_#^/@(]/u;

// `cat <<EOF` at the end of a line is a shell's, no tag.
const heredoc = /^<<[A-Z_][A-Z0-9_]*[ \t]*(?:\r?\n|$)/;

/**
 * Finds tags that YAML has taken apart before anybody could read them: `{{x}}` is a map to it, a comma inside a flow collection
 * ends a text, and ` #` begins a comment. What is left of the tag often is valid YAML, so that nothing else would notice.
 */
export class TemplateLints {
  readonly #text: string;
  readonly #problems: ProblemList;
  #previous: Lexeme | undefined;
  #scalar: Lexeme | undefined;
  /** Style of the block text whose header was just seen. */
  #block: string | undefined;
  /** End of the last tag that was reported. */
  #covered = 0;
  /** From here on the parser's complaints follow from a broken tag. */
  brokenFrom: number = Infinity;

  constructor(text: string, problems: ProblemList) {
    this.#text = text;
    this.#problems = problems;
  }

  see(lexeme: Lexeme): void {
    switch (lexeme.kind) {
      case "scalar":
        // In a literal block the line breaks stay, so that whoever reads the template sees them.
        if (this.#block !== "|") this.#twoLines(lexeme);
        this.#scalar = this.#block === undefined ? lexeme : undefined;
        this.#block = undefined;
        break;
      case "other":
        this.#block = /^[|>]/.exec(lexeme.text)?.[0];
        break;
      case "flow-open":
        if (lexeme.text === "{" && this.#previous?.text === "{" && this.#previous.kind === "flow-open")
          this.#braces(lexeme);
        else this.#cut(lexeme);
        break;
      case "flow-close":
      case "comma":
        this.#cut(lexeme);
        break;
      case "indicator":
        if (lexeme.text === ":" && lexeme.inFlow) this.#cut(lexeme);
        break;
      case "comment":
        this.#comment(lexeme);
        break;
      case "quoted":
        this.#twoLines(lexeme);
        this.#scalar = undefined;
        break;
      case "newline":
        this.#scalar = undefined;
        break;
      default:
    }
    this.#previous = lexeme;
  }

  #braces(second: Lexeme): void {
    const start = second.offset - 1;
    // Inside a tag that was reported already: `{{a {{b}}`.
    if (start < this.#covered) return;
    const line = this.#restOfLine(start);
    const close = line.indexOf("}}");
    const tag = close === -1 ? line.trimEnd() : line.slice(0, close + 2);
    const inner = close === -1 ? "x" : tag.slice(2, -2).trim();
    this.#add(
      "template/braces-map",
      start,
      tag,
      `To YAML an unquoted \`{{…}}\` is a map. Quote the value, or write \`<<${inner}>>\`.`,
    );
  }

  #cut(lexeme: Lexeme): void {
    const scalar = this.#scalar;
    this.#scalar = undefined;
    if (scalar === undefined || !(lexeme.inFlow || lexeme.kind === "flow-close")) return;
    const at = openAt(scalar.text);
    if (at === -1) return;
    const start = scalar.offset + at;
    const line = this.#restOfLine(start);
    const close = line.indexOf(">>");
    if (close === -1 || start < this.#covered) return;
    const tag = line.slice(0, close + 2);
    this.#add(
      "template/cut-by-flow",
      start,
      tag,
      `Inside \`[…]\` and \`{…}\` an unquoted text ends at \`${lexeme.text}\`, in the middle of this tag. Quote the value.`,
    );
  }

  #comment(comment: Lexeme): void {
    const scalar = this.#scalar;
    this.#scalar = undefined;
    if (scalar === undefined) return;
    const open = scalar.text.lastIndexOf("<<");
    if (open === -1 || scalar.text.includes(">>", open)) return;
    const start = scalar.offset + open;
    const line = this.#restOfLine(start);
    const close = line.indexOf(">>");
    if (
      close === -1 ||
      start + close < comment.offset ||
      heredoc.test(scalar.text.slice(open)) ||
      !opening.test(line.slice(0, close)) ||
      escaped(this.#text, start)
    )
      return;
    this.#add(
      "template/cut-by-comment",
      start,
      line.slice(0, close + 2),
      "An unquoted ` #` begins a YAML comment, here in the middle of a tag. Quote the value.",
    );
  }

  // Checked on the source: YAML folds the lines of a text into one before a template is read.
  #twoLines(scalar: Lexeme): void {
    const text = scalar.text;
    if (!text.includes("\n")) return;
    for (let open = text.indexOf("<<"); open !== -1; open = text.indexOf("<<", open + 2)) {
      const close = text.indexOf(">>", open + 2);
      const inside = close === -1 ? "" : text.slice(open, close);
      if (close === -1) return;
      if (!inside.includes("\n") || inside.includes("<<", 2) || inside.includes("\n\n") || heredoc.test(inside))
        continue;
      if (!/^<<\s*[\p{L}_#^/@(]/u.test(inside) || escaped(text, open)) continue;
      const first = inside.indexOf("\n");
      this.#problems.push({
        code: "template/syntax",
        message:
          "A tag lies on one line: bring its end onto the line where it begins. For a literal `<<` write `\\<<`.",
        start: scalar.offset + open,
        end: scalar.offset + open + first,
        template: inside.slice(0, first).trimEnd(),
      });
    }
  }

  #add(code: SourceProblem["code"], start: number, tag: string, message: string): void {
    this.#problems.push({ code, message, start, end: start + tag.length, template: tag });
    this.#covered = start + tag.length;
    this.brokenFrom = Math.min(this.brokenFrom, start);
  }

  #restOfLine(start: number): string {
    const end = this.#text.indexOf("\n", start);
    return this.#text.slice(start, end === -1 ? undefined : end);
  }
}

function openAt(text: string): number {
  const open = text.lastIndexOf("<<");
  if (open === -1 || text.includes(">>", open) || !opening.test(text.slice(open)) || escaped(text, open)) return -1;
  return open;
}

function escaped(text: string, at: number): boolean {
  return at > 0 && text[at - 1] === "\\";
}
