/** A duration for a person: `12 ms`, `3.4 s`, `2 m 05 s`. */
export function formatTime(milliseconds: number): string {
  const rounded = Math.round(milliseconds);
  if (rounded < 1000) return `${rounded} ms`;
  if (rounded < 60_000) return `${(rounded / 1000).toFixed(1)} s`;
  const seconds = Math.round(rounded / 1000);
  return `${Math.trunc(seconds / 60)} m ${String(seconds % 60).padStart(2, "0")} s`;
}
