// C0 without tab and line feed, DEL, C1, and the marks that turn the direction of writing.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Shows control characters as `\u001b`: on a terminal, what a stranger's tool returned must not move the cursor. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
