import {
  aliasProblem,
  anchorProblem,
  directiveProblem,
  manyDocumentsProblem,
  tagProblem,
  tooDeepProblem,
} from "./refusals.ts";
import { maximumDepth, Nesting } from "./nesting.ts";
import { ProblemList, type SourceProblem } from "./source-problem.ts";
import { type Lexeme, TemplateLints } from "./template-lints.ts";
import { yamlLibrary } from "./yaml-library.ts";

// Behind that many refused tokens nothing is learned from parsing the text.
const maximumRefusals = 1000;

export interface LexedSource {
  /** What the parser is fed with: directives are made comments, a second document is left out. */
  readonly lexemes: readonly string[];
  readonly problems: readonly SourceProblem[];
  /** How many more problems there were. */
  readonly hidden: number;
  /** The text may not be given to the parser. */
  readonly refused: boolean;
  /** Offset from which on flow brackets belong to a template, so that what the parser says of them is not meant. */
  readonly brokenFrom: number;
}

/** Reads a text's tokens once: counts the nesting and finds what is refused wherever it stands, before the parser sees any of it. */
export function readLexemes(text: string): LexedSource {
  const { Lexer } = yamlLibrary();
  const lexemes: string[] = [];
  const problems = new ProblemList();
  const lints = new TemplateLints(text, problems);
  let nesting = new Nesting();
  let refusals = 0;
  let offset = 0;
  let lineStart = 0;
  let scalarNext = false;
  let documents = 0;
  let atContent = false;

  for (const lexeme of new Lexer().lex(text)) {
    const kind: Lexeme["kind"] = scalarNext ? "scalar" : kindOf(lexeme);
    scalarNext = kind === "scalar-mark";
    const column = offset - lineStart;
    let fed = lexeme;
    switch (kind) {
      case "scalar-mark":
      case "flow-cut":
        if (kind === "flow-cut") nesting.leaveFlow();
        lexemes.push(lexeme);
        continue;
      case "document":
        nesting = new Nesting();
        if (atContent) return secondDocument();
        lexemes.push(lexeme);
        continue;
      case "document-start":
        if (atContent || documents > 0) return secondDocument();
        documents++;
        nesting = new Nesting();
        break;
      case "directive":
        problems.push(directiveProblem(lexeme, offset));
        fed = `#${lexeme.slice(1)}`;
        break;
      case "newline":
        nesting.newLine();
        break;
      case "indicator":
        nesting.indicator(lexeme, column);
        break;
      case "flow-open":
        nesting.openFlow(column);
        break;
      case "comma":
        nesting.comma();
        break;
      case "flow-close":
        nesting.closeFlow();
        break;
      case "anchor":
      case "alias":
      case "tag":
        nesting.node(column);
        refusals++;
        if (kind !== "alias")
          problems.push(kind === "tag" ? tagProblem(lexeme, offset) : anchorProblem(lexeme, offset));
        break;
      case "scalar":
      case "quoted":
        nesting.node(column);
        break;
      default:
    }
    if (isContent(kind)) atContent = true;
    lints.see({ kind, text: lexeme, offset, inFlow: nesting.inFlow } satisfies Lexeme);
    if (nesting.depth > maximumDepth) {
      problems.push(tooDeepProblem(offset, lexeme));
      return ended(true);
    }
    if (refusals > maximumRefusals) {
      // Aliases are told of when the tree is read, which does not come to pass here.
      if (kind === "alias") problems.push(aliasProblem(lexeme.slice(1), offset));
      return ended(true);
    }
    lexemes.push(fed);
    const lastBreak = lexeme.lastIndexOf("\n");
    if (lastBreak !== -1) lineStart = offset + lastBreak + 1;
    offset += lexeme.length;
  }
  return ended(false);

  function secondDocument(): LexedSource {
    problems.push(manyDocumentsProblem(text, offset));
    return ended(false);
  }

  function ended(refused: boolean): LexedSource {
    return { lexemes, problems: problems.list, hidden: problems.hidden, refused, brokenFrom: lints.brokenFrom };
  }
}

function isContent(kind: Lexeme["kind"]): boolean {
  return kind !== "space" && kind !== "newline" && kind !== "comment" && kind !== "directive" && kind !== "other";
}

function kindOf(lexeme: string): Lexeme["kind"] {
  switch (lexeme) {
    case "\u0002":
      return "document";
    case "\u0018":
      return "flow-cut";
    case "\u001f":
      return "scalar-mark";
    case "---":
      return "document-start";
    case "...":
      return "other";
    case "-":
    case "?":
    case ":":
      return "indicator";
    case ",":
      return "comma";
    case "[":
    case "{":
      return "flow-open";
    case "]":
    case "}":
      return "flow-close";
    case "\n":
    case "\r\n":
      return "newline";
    default:
  }
  switch (lexeme[0]) {
    case " ":
    case "\t":
      return "space";
    case "#":
      return "comment";
    case "%":
      return "directive";
    case "*":
      return "alias";
    case "&":
      return "anchor";
    case "!":
      return "tag";
    case '"':
    case "'":
      return "quoted";
    default:
      return "other";
  }
}
