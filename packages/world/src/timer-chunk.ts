/** Longest wait handed to Node at once: its timers hold 31 bits, and one beyond that fires immediately. */
const longestTimerChunk: number = 2 ** 30;

/** How a longer wait goes on: the part to wait now and what is left after it. */
export function nextTimerChunk(milliseconds: number): { readonly now: number; readonly left: number } {
  const wanted = Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
  const now = Math.min(wanted, longestTimerChunk);
  return { now, left: wanted - now };
}
