/** No more than this is looked at: two sentences that are shown are shorter. */
const readCharacters = 2000;

/**
 * The first one or two sentences of a description on one line, at most `limit` characters. Descriptions come from servers and are shown
 * to a model as data: what cannot be seen is taken out, so that nothing hides in them.
 */
export function summarize(description: string, limit: number): string {
  const visible = description
    .slice(0, readCharacters)
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}\u3164\uFFA0\u115F\u1160]/gu, "")
    .trim();
  const sentences = /^.*?[.!?。！？](?:\s.*?[.!?。！？])?(?=\s|$)/u.exec(visible)?.[0] ?? visible;
  if (sentences.length <= limit) return sentences;
  if (limit === 0) return "";
  // A cut through a character of two units leaves half of it, which is no text.
  const cut = sentences.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}
