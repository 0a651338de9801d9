import { closings, type Delimiter } from "./delimiter.ts";
import type { TemplateProblem } from "./template.ts";

const heredocLine = /<<[A-Z_][A-Z0-9_]*[ \t]*(?:\r?\n|$)/y;
const wordAndAngle = /<<[ \t]*([A-Za-z_][\w.-]*)[ \t]*>(?!>)/y;
const openWord = /(?:<<|\{\{)[ \t]*[#^/@(]*[\p{L}\p{N}_.@-]*/uy;
const braces = /\{\{(\{+)[ \t]*([^{}\n]{0,200}?)[ \t]*\}{3,}/y;
const sigil =
  /(?:<<|\{\{)[ \t]*([>&*!~]|(?:\.\.?\/)+|\.)[ \t]*(?:--)?[ \t]*([\p{L}_@("#^/][^<>{}\n]{0,200}?)?[ \t]*~?(?:>>|\}\})/uy;

/** A form of Handlebars that the language leaves out and that begins with a sign of its own. */
export function refusedOpening(text: string, start: number, delimiter: Delimiter): TemplateProblem | undefined {
  if (delimiter === "{{" && text[start + 2] === "{") {
    const match = matchAt(braces, text, start);
    if (match === undefined) {
      return undefined;
    }
    const raw = (match[1] ?? "").length > 1;
    const replacement = `<<${match[2] ?? ""}>>`;
    return {
      ...refused(start, start + match[0].length),
      message: raw
        ? "Four braces are a raw block: there are none. Write `\\{{` for the delimiter itself."
        : `Three braces switch escaping off: nothing is HTML-escaped here. Write \`${replacement}\`, or \`\\{{\` for the delimiter itself.`,
      ...(raw ? {} : { replacement }),
    };
  }
  const match = matchAt(sigil, text, start);
  const sign = match?.[1] ?? "";
  const rest = match?.[2] ?? "";
  // `{{.}}` is the one form with nothing behind its sign.
  if (match === undefined || (rest === "") !== (sign === ".")) {
    return undefined;
  }
  const [what, instead] = describeSign(sign, rest);
  const replacement = instead === undefined ? undefined : `<<${instead}>>`;
  return {
    ...refused(start, start + match[0].length),
    message: `\`${delimiter}${sign}\` is ${what}.${replacement === undefined ? "" : ` Write \`${replacement}\`.`}`,
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** What a sign means in Handlebars, and the inside of a tag that says the same here. */
function describeSign(sign: string, rest: string): readonly [string, string | undefined] {
  switch (sign) {
    case ">":
      return ["a partial: there are none. Call a plan (`plan__x`) in a step and read its result", undefined];
    case "*":
      return ["a decorator: there are none", undefined];
    case "!":
      return ["a comment: write it as a YAML comment (`# …`)", undefined];
    case "&":
      return ["an unescaped tag: nothing is HTML-escaped here", rest];
    case "~":
      return ["blank control: there is none", rest];
    case ".":
      return ["another spelling of the current item", "this"];
    case "./":
      return ["another spelling of the current item", `this.${rest}`];
    default:
      return ["the enclosing block: its names are found by themselves", rest];
  }
}

/** What to say of an opening that looks like a tag and has no closing on its line; nothing for a here-document. */
export function unclosedOpening(text: string, start: number, delimiter: Delimiter): TemplateProblem | undefined {
  const closing = closings[delimiter];
  // `<<<word` is a here-string of the shell.
  if (delimiter === "<<" && (text[start - 1] === "<" || matchAt(heredocLine, text, start) !== undefined)) {
    return undefined;
  }
  const angle = matchAt(wordAndAngle, text, start);
  if (angle !== undefined) {
    return {
      code: "template/syntax",
      severity: "error",
      message: `\`${angle[0]}\` is neither a tag nor plain text. Write \`<<${angle[1] ?? ""}>>\` for a tag, or \`\\<<\` for the two characters.`,
      start,
      end: start + angle[0].length,
      replacement: `\\${angle[0]}`,
    };
  }
  const word = matchAt(openWord, text, start)?.[0] ?? delimiter;
  return {
    code: "template/unclosed",
    severity: "warning",
    message: `\`${word}\` has no \`${closing}\` on its line and is taken as text. Close the tag, or write \`\\${delimiter}\` for the two characters.`,
    start,
    end: start + word.length,
  };
}

function refused(start: number, end: number): Omit<TemplateProblem, "message"> {
  return { code: "template/refused", severity: "error", start, end };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}
