import type { ChatUsage } from "@graph/models";

/** What models have used up, as results show it: a number that no model told is left out. */
export interface TokensUsed {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** How results declare it. */
export const tokensUsedSchema = {
  type: "object",
  description: "What the model has used up, as far as it says.",
  properties: {
    input_tokens: { type: "integer", minimum: 0 },
    output_tokens: { type: "integer", minimum: 0 },
  },
} as const;

/** Adds up what several answers have used. */
export function tokensUsed(answers: readonly { readonly usage: ChatUsage }[]): TokensUsed {
  const sum = (key: keyof ChatUsage): number | undefined => {
    const told = answers.map(({ usage }) => usage[key]).filter((count) => count !== undefined);
    return told.length === 0 ? undefined : told.reduce((total, count) => total + count, 0);
  };
  const [input, output] = [sum("inputTokens"), sum("outputTokens")];
  return {
    ...(input !== undefined && { input_tokens: input }),
    ...(output !== undefined && { output_tokens: output }),
  };
}
