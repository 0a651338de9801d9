import { templateLimits } from "./limits.ts";
import type { TemplateProblem } from "./template.ts";

/** The problem of a tag over the limit. */
export function tooLong(start: number, end: number): TemplateProblem {
  return {
    code: "template/too-long",
    severity: "error",
    message: `This tag has more than ${templateLimits.tagCharacters.toLocaleString("en")} characters. Do the work in a step of its own and read its result.`,
    start,
    end,
  };
}

/** The problem of a tag with a tag inside it. */
export function nestedTag(start: number, end: number): TemplateProblem {
  return {
    code: "template/syntax",
    severity: "error",
    message:
      "A tag stands inside another one. Write only the inner expression there, in parentheses when it is a helper call.",
    start,
    end,
  };
}

/** The problem of `cat <<WORD >> file`, which has the form of a tag and most likely is none. */
export function heredoc(word: string, start: number, end: number): TemplateProblem {
  return {
    code: "template/syntax",
    severity: "error",
    message: `Is \`<<${word}\` the beginning of a here-document? Write \`\\<<${word}\` for the text, or \`<<${word}>>\` for a tag.`,
    start,
    end,
    replacement: `\\<<${word} >>`,
  };
}
