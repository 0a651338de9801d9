/** How a program writes a text down: what it puts out, and what of that gives the secret away. Written without the redactor's own code. */
export interface SecretWriting {
  readonly name: string;
  /** A longer text in which the secret stands. */
  write(secret: string): string;
  /** What may not be found in it any more. */
  telling(secret: string): string;
}

const inside = (name: string, spell: (secret: string) => string): SecretWriting => ({
  name,
  write: (secret) => `before ${spell(secret)} after`,
  telling: spell,
});

const json = (text: string): string => JSON.stringify(text).replace(/^"/, "").replace(/"$/, "");
const escapeUnits = (text: string, which: (unit: string) => boolean, upper: boolean): string =>
  text
    .split("")
    .map((unit) => {
      if (!which(unit)) return unit;
      const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\u${upper ? digits.toUpperCase() : digits}`;
    })
    .join("");
const notAscii = (unit: string): boolean => unit < " " || unit > "~";
const bytes = (text: string): readonly number[] => [...new TextEncoder().encode(text.toWellFormed())];
const inHex = (byte: number): string => byte.toString(16).padStart(2, "0");
const percent = (text: string, plain: RegExp, blank: string, upper = true): string =>
  bytes(text)
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      if (byte < 128 && plain.test(sign)) return sign;
      if (sign === " ") return blank;
      return upper ? `%${inHex(byte).toUpperCase()}` : `%${inHex(byte)}`;
    })
    .join("");
const replaceAll = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);
const markup = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
] as const;

/** Base64 of a longer text in which the secret begins at the `offset`th byte of a group of three. */
function inBase64(offset: number, alphabet: "base64" | "base64url"): SecretWriting {
  const around = (secret: string, fill: string): string =>
    Buffer.from(fill.repeat(3 + offset) + secret.toWellFormed() + fill.repeat(4), "utf8").toString(alphabet);
  return {
    name: `${alphabet} at offset ${String(offset)}`,
    write: (secret) => around(secret, "x"),
    // The characters that are the same whatever stands around it are those of the secret alone.
    telling(secret) {
      const [one, other] = [around(secret, "\u0000"), around(secret, "\u007f")];
      const same = one
        .replaceAll("=", "")
        .split("")
        .map((character, index) => (character === other[index] ? character : " "));
      return same.join("").trim();
    },
  };
}

/** Every way of writing that is looked for. */
export const secretWritings: readonly SecretWriting[] = [
  inside("raw", (secret) => secret),
  inside("JSON", json),
  inside("JSON in JSON", (secret) => json(json(secret))),
  inside("JSON with \\/", (secret) => json(secret).split("/").join("\\/")),
  inside("JSON in ASCII", (secret) => escapeUnits(json(secret), notAscii, false)),
  inside("JSON in ASCII, capitals", (secret) => escapeUnits(json(secret), notAscii, true)),
  inside("JSON in ASCII with \\/", (secret) => escapeUnits(json(secret).split("/").join("\\/"), notAscii, false)),
  inside("JSON without markup", (secret) => escapeUnits(json(secret), (unit) => "<>&".includes(unit), false)),
  inside("JSON for pages", (secret) => escapeUnits(json(secret), (unit) => "<>&='".includes(unit), false)),
  inside("URL", encodeURIComponent),
  inside("URL, small letters", (secret) => percent(secret, /[\w.!~*'()-]/, "%20", false)),
  inside("URL, strict", (secret) => percent(secret, /[\w.~-]/, "%20")),
  inside("URL as a path", (secret) => percent(secret, /[\w.~/-]/, "%20")),
  inside("URL in a URL", (secret) => encodeURIComponent(encodeURIComponent(secret))),
  inside("a whole address", encodeURI),
  inside("a form", (secret) => percent(secret, /[\w.*-]/, "+")),
  inside("HTML", (secret) => replaceAll(secret, [...markup, ['"', "&quot;"], ["'", "&#39;"]])),
  inside("HTML, hex quotes", (secret) => replaceAll(secret, [...markup, ['"', "&quot;"], ["'", "&#x27;"]])),
  inside("HTML, numbered quotes", (secret) => replaceAll(secret, [...markup, ['"', "&#34;"], ["'", "&#39;"]])),
  inside("XML", (secret) => replaceAll(secret, [...markup, ['"', "&quot;"], ["'", "&apos;"]])),
  inside("hex", (secret) => bytes(secret).map(inHex).join("")),
  inside("hex, capitals", (secret) => bytes(secret).map(inHex).join("").toUpperCase()),
  inside("base64", (secret) => Buffer.from(secret, "utf8").toString("base64")),
  ...[0, 1, 2].flatMap((offset) => [inBase64(offset, "base64"), inBase64(offset, "base64url")]),
  inside("one line", (secret) => secret.split(/\r?\n/).join("")),
];
