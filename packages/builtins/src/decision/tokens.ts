import type { Question } from "@graph/models";
import type { Json } from "@graph/plan";

/** Bytes that one token stands for, at least: English has about 4 a token, other scripts fewer. */
const bytesPerToken = 3;
/** What the frame around an option or a question takes. */
const frameTokens = 4;

/** A careful guess at the tokens of a text: rather too many than too few. */
function textTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / bytesPerToken);
}

/** The same for a state. */
export function stateTokens(state: Json): number {
  return textTokens(typeof state === "string" ? state : JSON.stringify(state));
}

/** The same for a question with all its options. */
export function questionTokens(question: Question): number {
  let tokens = textTokens(question.ask) + frameTokens;
  if (question.kind === "choice") {
    for (const [label, description] of question.options) {
      tokens += textTokens(label) + textTokens(description ?? "") + frameTokens;
    }
  } else if (question.kind === "score") {
    for (const level of question.levels) tokens += textTokens(level) + frameTokens;
  } else {
    tokens += textTokens(question.yes ?? "") + textTokens(question.no ?? "");
  }
  return tokens;
}
