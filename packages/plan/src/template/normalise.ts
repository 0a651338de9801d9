import type { ExpressionProblem } from "./expression-problem.ts";
import { templateLimits } from "./limits.ts";
import { operatorProblem, pathProblem, pipeProblem, syntax } from "./expression-problem.ts";
import { type ReadPath, readPath } from "./read-path.ts";
import { endOfLiteral, literalValue } from "./string-literal.ts";
import type { PathExpression } from "./template.ts";

/** An expression in a spelling that the grammar's parser takes without surprises. */
export interface Normalised {
  /** Paths are `p0`, `p1` …, texts are `"0"`, `"1"` …: what they contain never reaches the parser. */
  readonly text: string;
  readonly paths: readonly PathExpression[];
  readonly strings: readonly string[];
  /** By index into `text`: where that character comes from in the source. */
  readonly origins: readonly number[];
}

const numberPattern = /-?\d+(?:\.\d+)?/y;
const wellFormedNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const literalWords = new Set(["true", "false", "null"]);

/**
 * Brings the spellings of our own (`items.0`, `items[0]`, `["any key"]`, keys named like literals) into a form that the
 * grammar has no other reading of, and finds what the language leaves out. Returns the first problem instead, when there is one.
 */
export function normalise(source: string): Normalised | ExpressionProblem {
  const paths: PathExpression[] = [];
  const strings: string[] = [];
  const origins: number[] = [];
  let text = "";
  let depth = 0;
  let position = 0;

  const emit = (token: string, end: number): void => {
    for (let index = 0; index < token.length; index += 1) {
      origins.push(Math.min(position + index, end - 1));
    }
    text += token;
    position = end;
  };

  while (position < source.length) {
    const character = source[position] ?? "";
    if (character === " " || character === "\t") {
      emit(" ", position + 1);
    } else if (character === "(" || character === ")") {
      depth += character === "(" ? 1 : -1;
      if (depth > templateLimits.parentheses) {
        return {
          code: "template/too-long",
          message: `Parentheses stand at most ${templateLimits.parentheses} deep. Do a part of the work in a step of its own.`,
        };
      }
      emit(character, position + 1);
    } else if (character === '"' || character === "'") {
      const end = endOfLiteral(source, position);
      if (end === -1) {
        return syntax(
          `The text that begins with ${source.slice(position, position + 20)} has no closing quote. A backslash in it is written twice.`,
        );
      }
      strings.push(literalValue(source.slice(position, end)));
      emit(`"${strings.length - 1}"`, end);
      if (!isBoundary(source[end])) {
        return syntax(`A blank is missing after ${source.slice(0, end).slice(-20)}.`);
      }
    } else if (startsNumber(source, position)) {
      numberPattern.lastIndex = position;
      const digits = numberPattern.exec(source)?.[0] ?? "";
      const end = position + digits.length;
      if (!isBoundary(source[end]) || !wellFormedNumber.test(digits)) {
        return syntax(
          `\`${wordAt(source, position)}\` is not a number as it is written here. Use digits, \`-\` and one point, as in \`-1.5\`; quote it for text.`,
        );
      }
      if (digits.replaceAll(/[-.]/g, "").replace(/^0+/, "").length > 15) {
        return syntax(`The number ${digits} has more digits than a number keeps. Quote it and use it as text.`);
      }
      emit(digits, end);
    } else if (character === "|") {
      return pipeProblem(source);
    } else {
      const read = readName(source, position);
      if ("code" in read) {
        return read;
      }
      const { path, end, forbidden } = read;
      if (forbidden !== undefined) {
        return forbiddenName(forbidden);
      }
      const start = position;
      const isWord = path.segments.length === 0;
      if (isWord && source[end] === "=" && !"=>".includes(source[end + 1] ?? "")) {
        emit(`${path.root}=`, end + 1);
      } else if (isWord && literalWords.has(source.slice(position, end))) {
        emit(path.root, end);
      } else {
        paths.push(path);
        emit(`p${paths.length - 1}`, end);
      }
      if (!isBoundary(source[end]) && source[position - 1] !== "=") {
        return pathProblem(source, start, end);
      }
    }
  }
  return { text, paths, strings, origins };
}

/** The problem of a name that leads out of the data. */
export function forbiddenName(name: string): ExpressionProblem {
  return {
    code: "ref/forbidden-name",
    message: `\`${name}\` may not stand in a path: it names the machinery of objects, not data.`,
  };
}

function readName(source: string, position: number): ReadPath | ExpressionProblem {
  const rest = source.slice(position);
  if (rest.startsWith("../")) {
    const name = /^(?:\.\.\/)+([\w.]*)/.exec(rest)?.[1] ?? "";
    return {
      code: "template/refused",
      message: `\`../\` is not needed: names of enclosing blocks are found by themselves.${name === "" ? "" : ` Write \`${name}\`.`}`,
    };
  }
  if (rest.startsWith("./")) {
    return syntax(`Write \`this.${/^\.\/([\w.]*)/.exec(rest)?.[1] ?? ""}\` for a field of the current item.`);
  }
  const read = readPath(source, position);
  return read ?? operatorProblem(source, position);
}

function startsNumber(source: string, position: number): boolean {
  const first = source[position] ?? "";
  const digit = first === "-" ? (source[position + 1] ?? "") : first;
  return digit >= "0" && digit <= "9";
}

function isBoundary(character: string | undefined): boolean {
  return character === undefined || " \t)|".includes(character);
}

function wordAt(source: string, position: number): string {
  return /^[^\s()]*/.exec(source.slice(position))?.[0] ?? "";
}
