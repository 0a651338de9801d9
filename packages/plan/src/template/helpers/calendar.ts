/** A moment as its parts in UTC. */
export interface CalendarParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?([Zz]|[+-]\d{2}:?\d{2}))?)?$/;
const dayMs = 86_400_000;

/** Milliseconds of the years 0 to 9999, the range that ISO 8601 writes with four digits. */
export const earliest: number = daysFromCivil(0, 1, 1) * dayMs;
export const latest: number = daysFromCivil(10_000, 1, 1) * dayMs - 1;

/** Milliseconds since 1970 in UTC of an ISO 8601 date or date and time; without an offset it is UTC. `undefined` when it is none. */
export function parseIso(text: string): number | undefined {
  const match = isoPattern.exec(text.trim());
  if (match === null) {
    return undefined;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millisecond = Math.floor(Number(`0.${match[7] ?? "0"}`) * 1000 + 1e-9);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  const offset = offsetMinutes(match[8]);
  if (offset === undefined) {
    return undefined;
  }
  const seconds = (hour * 60 + minute - offset) * 60 + second;
  return daysFromCivil(year, month, day) * dayMs + seconds * 1000 + millisecond;
}

/** The parts of a moment, for whole milliseconds between `earliest` and `latest`. */
export function partsOf(milliseconds: number): CalendarParts {
  const days = Math.floor(milliseconds / dayMs);
  const rest = milliseconds - days * dayMs;
  const { year, month, day } = civilFromDays(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
    millisecond: rest % 1000,
  };
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text === "Z" || text === "z") {
    return 0;
  }
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  return hours > 23 || minutes > 59 ? undefined : (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that the leap day is a year's last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}
