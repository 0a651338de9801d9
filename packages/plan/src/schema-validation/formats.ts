import { createRequire } from "node:module";

/** Longer texts are not looked at: some of the formats are regular expressions that take quadratic time. */
const maximumFormatLength = 2_048;

type Format = ((text: string) => boolean) | { readonly type: "number"; readonly validate: (value: number) => boolean };

const known: ReadonlySet<string> = new Set([
  "date",
  "time",
  "date-time",
  "duration",
  "uri",
  "uri-reference",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
  "regex",
  "int32",
  "int64",
]);

/** Whether a format is checked; JSON Schema lets all others pass as annotations. */
export const isKnownFormat = (name: string): boolean => known.has(name);

type Definition =
  boolean | RegExp | ((text: string) => boolean) | { readonly type?: string; readonly validate: unknown };

const guard = (definition: Definition): Format | undefined => {
  if (definition instanceof RegExp) return (text) => text.length > maximumFormatLength || definition.test(text);
  if (typeof definition === "function") return (text) => text.length > maximumFormatLength || definition(text);
  if (typeof definition !== "object") return undefined;
  if (definition.type === "number")
    return { type: "number", validate: definition.validate as (value: number) => boolean };
  return guard(definition.validate as Definition);
};

/** The checked formats, with their texts limited. */
export const loadFormats = (): ReadonlyMap<string, Format> => {
  const { fullFormats } = createRequire(import.meta.url)("ajv-formats/dist/formats.js") as {
    readonly fullFormats: Readonly<Record<string, Definition>>;
  };
  const formats = new Map<string, Format>();
  for (const name of known) {
    const definition = fullFormats[name];
    const format = definition === undefined ? undefined : guard(definition);
    if (format !== undefined) formats.set(name, format);
  }
  return formats;
};
