import { invisibleCharacter } from "./invisible.ts";
import type { SourceProblem } from "./source-problem.ts";

const yesNo = /^(?:y|yes|n|no|on|off)$/i;
/** Warnings about an unquoted scalar whose value is not what its author sees. */
export function plainScalarProblem(
  source: string,
  value: unknown,
  start: number,
  path: string,
): SourceProblem | undefined {
  const end = start + source.length;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) {
      return {
        code: "yaml/lossy-number",
        severity: "error",
        message: `JSON has no number \`${source}\`. Quote it if the text was meant.`,
        start,
        end,
        path,
      };
    }
    const kept = String(value);
    if (kept === source || kept === source.replace(/^(-?)\./, "$10.")) return undefined;
    return {
      code: "yaml/lossy-number",
      message: `YAML reads \`${source}\` as the number ${kept}. Quote it if the text was meant.`,
      start,
      end,
      path,
      suggestions: [{ title: `Quote it: '${source}'`, patch: [{ op: "replace", path, value: source }] }],
    };
  }
  if (typeof value === "string" && value.length <= 3 && yesNo.test(value)) {
    return {
      code: "yaml/yes-no",
      message: `\`${source}\` is a text here, no boolean. Write \`true\` or \`false\`, or quote the text.`,
      start,
      end,
      path,
    };
  }
  return undefined;
}

/** A warning about a scalar in whose source stands a character that nobody sees. */
export function invisibleProblem(source: string, start: number, path: string): SourceProblem | undefined {
  const found = invisibleCharacter(source);
  if (found === undefined) return undefined;
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return {
    code: "yaml/invisible",
    message: `This value holds an invisible character (U+${code}). Delete it, or write it as an escape in double quotes.`,
    start,
    end: start + source.length,
    path,
  };
}
