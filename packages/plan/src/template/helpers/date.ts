import type { Json } from "../../json.ts";
import { kindOf } from "../kind-of.ts";
import { TemplateError } from "../template-error.ts";
import { type CalendarParts, earliest, latest, parseIso, partsOf } from "./calendar.ts";
import { defineHelper, type Helper } from "./helper.ts";

type Writer = (parts: CalendarParts, milliseconds: number) => string | number;

const writers: readonly (readonly [string, Writer])[] = [
  ["iso", (parts) => `${day(parts)}T${time(parts)}.${padded(parts.millisecond, 3)}Z`],
  ["date", day],
  ["time", time],
  ["datetime", (parts) => `${day(parts)} ${time(parts)}`],
  ["month", (parts) => day(parts).slice(0, 7)],
  ["year", (parts) => padded(parts.year, 4)],
  ["ms", (_, milliseconds) => milliseconds],
  ["seconds", (_, milliseconds) => Math.floor(milliseconds / 1000)],
];

/** The formats of `date`, all in UTC. */
const dateFormats: ReadonlyMap<string, Writer> = new Map(writers);

/** There is no clock here: `date` writes a moment that it is given (`run.started_at` is one). */
export const dateHelpers: readonly Helper[] = [
  defineHelper({
    name: "date",
    description: `A moment (ISO 8601 text, or milliseconds since 1970) in UTC as ${[...dateFormats.keys()].map((name) => `\`${name}\``).join(", ")}; \`iso\` when no format is given.`,
    parameters: [
      { name: "value", types: ["string", "number"] },
      { name: "format", types: ["string"], optional: true },
    ],
    result: ([, format]) =>
      format === undefined || typeof format["const"] === "string"
        ? { type: format?.["const"] === "ms" || format?.["const"] === "seconds" ? "integer" : "string" }
        : { type: ["string", "integer"] },
    run: ([value = null, format = "iso"]) => formatDate(value, format as string),
  }),
];

function formatDate(value: Json, format: string): Json {
  const write = dateFormats.get(format);
  if (write === undefined) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `\`date\` has no format ${JSON.stringify(format.slice(0, 40))}. Formats are ${[...dateFormats.keys()].join(", ")}.`,
    );
  }
  const milliseconds = typeof value === "number" ? Math.trunc(value) : parseIso(value as string);
  if (milliseconds === undefined || !(milliseconds >= earliest && milliseconds <= latest)) {
    throw new TemplateError(
      "input/invalid",
      "type",
      `\`date\` takes ISO 8601 text (\`2024-05-01T12:00:00Z\`) or milliseconds since 1970, of the years 0 to 9999, and got ${typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : kindOf(value)}.`,
    );
  }
  return write(partsOf(milliseconds), milliseconds);
}

function day(parts: CalendarParts): string {
  return `${padded(parts.year, 4)}-${padded(parts.month, 2)}-${padded(parts.day, 2)}`;
}

function time(parts: CalendarParts): string {
  return `${padded(parts.hour, 2)}:${padded(parts.minute, 2)}:${padded(parts.second, 2)}`;
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
