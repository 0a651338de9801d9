const pattern = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d))?$/;

/**
 * Reads a moment: a date and time in ISO 8601 with its offset (`2026-11-30T09:00:00Z`), or a date alone, which begins in UTC.
 * Milliseconds since 1970; `undefined` for anything else. Without an offset a time would mean another moment on every machine.
 */
export function parseMoment(text: string): number | undefined {
  if (!pattern.test(text)) return undefined;
  const time = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  if (Number.isNaN(time)) return undefined;
  const day = Number(text.slice(8, 10));
  // The 31st of a shorter month would be taken for a day of the next one.
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return day <= days ? time : undefined;
}
