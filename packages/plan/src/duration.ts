const short = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const iso =
  /^P(?!$)(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?!$)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A duration in milliseconds: `500ms 30s 5m 2h 1d`, or ISO 8601 (`PT1H30M`, `P1D`, `P2W`).
 * `undefined` for anything else: years and months (their length varies), a number without a unit, negative ones, and those of more
 * milliseconds than a number holds exactly.
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const simple = short.exec(text);
  if (simple !== null) return whole(Number(simple[1]) * milliseconds[simple[2]!]!);
  const parts = iso.exec(text);
  if (parts === null) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return whole((weeks! * 7 + days!) * 86_400_000 + hours! * 3_600_000 + minutes! * 60_000 + seconds! * 1000);
}

function whole(value: number): number | undefined {
  const rounded = Math.round(value);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}
