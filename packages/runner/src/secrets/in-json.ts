/**
 * A text as JSON, without the quotes around it, written once and twice. Libraries escape more than they must, each its own way:
 * everything but ASCII (Python, PHP), markup (Go), `=` and `'` too (Java), nearly all that is no letter (.NET), the slash (PHP).
 */
export function inJson(text: string): string[] {
  const plain = quoted(text);
  // A library that escapes quotes by their number does so at once, not after the backslash.
  const unquoted = plain.replaceAll(/\\[\\"]/g, (pair) => (pair === String.raw`\"` ? '"' : pair));
  const once = [
    plain,
    ...withEscapes(plain, /[^\x20-\x7e]/g),
    ...withEscapes(plain, /[<>&\u2028\u2029]/g),
    ...withEscapes(plain, /[<>&='\u2028\u2029]/g),
    ...withEscapes(unquoted, /["&'+<>`]|[^\x20-\x7e]/g),
  ].flatMap((form) => [form, form.replaceAll("/", String.raw`\/`)]);
  return [...once, ...once.map(quoted)];
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

function withEscapes(text: string, characters: RegExp): string[] {
  const digits = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, "0");
  return [
    text.replace(characters, (unit) => `\\u${digits(unit)}`),
    text.replace(characters, (unit) => `\\u${digits(unit).toUpperCase()}`),
  ];
}
