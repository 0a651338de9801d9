import type { SourceRange } from "../diagnostic.ts";
import { escapeOf, invisibleCharacter } from "./invisible.ts";

export interface FrameLine {
  readonly kind: "before" | "marked" | "caret";
  readonly text: string;
}

/** The line of a place with the one above it, and a line of carets under the range; each at most `width` columns wide. */
export function codeFrame(text: string, place: Omit<SourceRange, "offset">, width = 80): FrameLine[] {
  const lines = text.split("\n", place.line);
  const marked = lines[place.line - 1];
  if (marked === undefined) return [];
  const digits = String(place.line).length;
  const room = width - digits - 5;
  const cells = displayCells(marked);
  const from = columnOf(cells, place.column - 1);
  const end = place.endLine > place.line ? marked.trimEnd().length : place.endColumn - 1;
  const to = Math.max(from + 1, columnOf(cells, end));
  const start = windowStart(from, Math.min(to, from + room), columnOf(cells, marked.length), room);
  const frame: FrameLine[] = [];
  const before = lines[place.line - 2];
  if (before !== undefined && before.trim() !== "") {
    frame.push({
      kind: "before",
      text: `  ${pad(place.line - 1, digits)} | ${cut(displayCells(before), start, room)}`,
    });
  }
  frame.push({ kind: "marked", text: `> ${pad(place.line, digits)} | ${cut(cells, start, room)}` });
  const carets = "^".repeat(Math.max(1, Math.min(to - from, room - (from - start))));
  frame.push({ kind: "caret", text: `  ${" ".repeat(digits)} | ${" ".repeat(from - start)}${carets}` });
  return frame;
}

interface Cell {
  /** Where it begins in the line, in UTF-16 units. */
  readonly unit: number;
  readonly shown: string;
  readonly column: number;
  readonly width: number;
}

// Characters that terminals give two columns.
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3001-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

function displayCells(line: string): Cell[] {
  const cells: Cell[] = [];
  let unit = 0;
  let column = 0;
  for (const character of line) {
    const shown = shownAs(character);
    const width = shown === character ? widthOf(character) : shown.length;
    cells.push({ unit, shown, column, width });
    unit += character.length;
    column += width;
  }
  return cells;
}

function shownAs(character: string): string {
  if (character === "\t") return "  ";
  if (character === "\r") return "";
  return invisibleCharacter(character) === undefined ? character : escapeOf(character);
}

function widthOf(character: string): number {
  if (/\p{Mn}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

function columnOf(cells: readonly Cell[], unit: number): number {
  const cell = cells.findLast((one) => one.unit <= unit);
  if (cell === undefined) return 0;
  return unit >= cell.unit + cell.shown.length && cell === cells.at(-1) && unit > cell.unit
    ? cell.column + cell.width
    : cell.column;
}

/** First column that is shown, so that the range is in sight with some of what stands before it. */
function windowStart(from: number, to: number, length: number, room: number): number {
  if (length <= room || to <= room) return 0;
  return Math.max(0, Math.min(from - 10, Math.max(to - room, 0) + 10, length - room));
}

/** What of a line is in sight; `…` stands where it goes on, at either end. */
function cut(cells: readonly Cell[], start: number, room: number): string {
  const last = cells.at(-1);
  const length = last === undefined ? 0 : last.column + last.width;
  const before = start > 0 && length > 0;
  const behind = length > start + room;
  const from = start + (before ? 1 : 0);
  const to = start + room - (behind ? 1 : 0);
  const inSight = cells.filter((cell) => cell.column >= from && cell.column + cell.width <= to);
  const [first] = inSight;
  // A character of two columns that was cut in half leaves a blank, so that the carets stay in their columns.
  const gap = before && first !== undefined ? " ".repeat(first.column - from) : "";
  const text = inSight.map((cell) => cell.shown).join("");
  return `${before ? "…" : ""}${gap}${behind ? `${text}…` : text.trimEnd()}`;
}

function pad(line: number, digits: number): string {
  return String(line).padStart(digits);
}
