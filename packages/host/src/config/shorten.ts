/** A text of a stranger's file, short enough for a message. */
export function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
