// Controls, what fonts leave out, and blanks other than the two usual ones; not the marks (U+FE00 to U+FE0F) that choose the look of
// an emoji.
const invisible =
  /(?![\t\n\r]|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?![ \u3000])\p{Zs}/u;
const invisibleOrBreak = new RegExp(`${invisible.source}|[\\r\\n]`, "gu");

// Parts of emoji that are invisible by themselves: joined ones, and flags made of tag characters.
const emoji =
  /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)+|\u{1F3F4}[\u{E0020}-\u{E007F}]+/gu;

/** The first character of a text that nobody sees and that is no part of an emoji. Line breaks and tabs are none. */
export function invisibleCharacter(text: string): string | undefined {
  return invisible.test(text) ? invisible.exec(text.replace(emoji, ""))?.[0] : undefined;
}

/** A text in which everything invisible is written as an escape, control characters and direction marks included. */
export function escapeInvisible(text: string): string {
  return text.replace(invisibleOrBreak, escapeOf);
}

/** The escape of one character: `\u200B`. */
export function escapeOf(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
