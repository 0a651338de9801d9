/** Rows as text in columns; the last one runs on. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.slice(0, -1).forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, index) => (index < row.length - 1 ? cell.padEnd(widths[index] ?? 0) : cell))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** The first sentence of a description, on one line. */
export function firstSentence(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const end = line.search(/[.!?](\s|$)/u);
  const sentence = end === -1 ? line : line.slice(0, end + 1);
  return sentence.length > 100 ? `${sentence.slice(0, 99)}…` : sentence;
}
