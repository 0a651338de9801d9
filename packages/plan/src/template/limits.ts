/** Bounds on templates: the first four hold before anything is parsed, the others while a template is evaluated. */
export const templateLimits = {
  /** Characters in one tag, delimiters not counted. */
  tagCharacters: 4096,
  /** Parentheses inside each other in one tag. The grammar's parser needs seconds for a few thousand. */
  parentheses: 16,
  /** Characters in a text that has tags. */
  textCharacters: 65_536,
  /** Blocks inside each other. */
  blockDepth: 16,
  /** Characters of one text that a template or a helper makes. */
  producedCharacters: 8_388_608,
  /** Rounds of all the blocks of one text together. */
  rounds: 1_000_000,
  /** Levels of lists and objects in a value that is compared, or read from text. */
  valueDepth: 100,
} as const;
