import type { TemplateProblem } from "./template.ts";

/** A problem of an expression; the tag's place is added by the caller. A `replacement` is the new inside of the tag. */
export type ExpressionProblem = Pick<TemplateProblem, "code" | "message" | "replacement">;

/** The tag cannot be read. */
export function syntax(message: string): ExpressionProblem {
  return { code: "template/syntax", message };
}

const operators: readonly (readonly [string, string])[] = [
  ["===", "`eq a b`"],
  ["!==", "`ne a b`"],
  ["==", "`eq a b`"],
  ["!=", "`ne a b`"],
  [">=", "`gte a b`"],
  ["<=", "`lte a b`"],
  ["=>", ""],
  ["&&", "`and a b`"],
  ["??", "`default a b`"],
  [">", "`gt a b`"],
  ["<", "`lt a b`"],
  ["+", "`add a b`, or several tags in one text"],
  ["-", "`sub a b`"],
  ["!", "`not a`"],
  ["?", "blocks: `<<#if a>>…<<else>>…<</if>>`"],
];

/** What to say of a character that begins nothing. */
export function operatorProblem(source: string, position: number): ExpressionProblem {
  const rest = source.slice(position);
  for (const [operator, instead] of operators) {
    if (rest.startsWith(operator) && instead !== "") {
      return syntax(`There is no operator \`${operator}\` in a tag. Use ${instead}.`);
    }
  }
  if (rest.startsWith("~")) {
    return { code: "template/refused", message: "`~` (blank control) does not exist here. Leave it out." };
  }
  if (/^[\p{L}_@]/u.test(rest)) {
    const bracket = rest.indexOf("[");
    return syntax(
      bracket === -1
        ? `The path \`${excerpt(rest)}\` ends too early.`
        : `What stands in brackets is an index (\`[0]\`) or a key in quotes (\`["any key"]\`), not \`${excerpt(rest.slice(bracket))}\`.`,
    );
  }
  return syntax(
    `The tag cannot be read from \`${excerpt(rest)}\` on. A tag holds a path (\`input.name\`) or a helper with its arguments (\`default input.name "none"\`).`,
  );
}

/** What to say of what follows a path without a blank. */
export function pathProblem(source: string, start: number, end: number): ExpressionProblem {
  const path = source.slice(start, end);
  const next = source[end] ?? "";
  if (next === "/") {
    const rest = /^[\w/]*/.exec(source.slice(end))?.[0] ?? "";
    return syntax(`Fields are separated by points: write \`${path}${rest.replaceAll("/", ".")}\`.`);
  }
  if (next === "(") {
    return syntax(
      `A helper's arguments follow after a blank, without parentheses round them: \`${path} value\`, not \`${path}(value)\`.`,
    );
  }
  return operatorProblem(source, end);
}

/** A pipe, with the call that says the same when the parts are simple; block parameters use the same character. */
export function pipeProblem(source: string): ExpressionProblem {
  if (/\bas[ \t]+\|/.test(source)) {
    return {
      code: "template/refused",
      message:
        "`as |name|` does not exist here. In a block the current item is `this`, its fields are read by their names.",
    };
  }
  if (source.includes("||")) {
    return {
      code: "template/syntax",
      message: "There is no operator `||` in a tag. Use `default a b` for a fallback, `or a b` between conditions.",
    };
  }
  const replacement = callOfPipe(source);
  return replacement === undefined
    ? { code: "template/refused", message: "Pipes do not exist here. Write the helper first: `upper name`." }
    : { code: "template/refused", message: `Pipes do not exist here. Write \`<<${replacement}>>\`.`, replacement };
}

function callOfPipe(source: string): string | undefined {
  if (/["'][^"']*\|[^"']*["']/.test(source)) {
    // A bar may stand in a text: it is not known which bars are pipes.
    return undefined;
  }
  const [value = "", ...filters] = source.split("|").map((part) => part.trim());
  let call = value;
  for (const filter of filters) {
    const match = /^([a-z_]+)(?:[ \t]*:?[ \t]*)(.*)$/.exec(filter);
    if (match === null || call === "") {
      return undefined;
    }
    const isGrouped = call.startsWith("(") && call.endsWith(")");
    const subject = /[ \t]/.test(call) && !isGrouped ? `(${call})` : call;
    call = [match[1], subject, match[2]].filter((part) => part !== "").join(" ");
  }
  return call;
}

function excerpt(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
