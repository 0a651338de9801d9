import { atomsOf, shortestSecret } from "./atoms.ts";
import { inAddresses } from "./in-addresses.ts";
import { inJson } from "./in-json.ts";

/**
 * Every spelling in which a secret may come out of a tool: each part of it that must not be seen, as it is and as programs write texts
 * down: JSON once or twice, addresses, forms, HTML, hex, base64 wherever in a longer text it begins.
 */
export function spellingsOf(secret: string): ReadonlySet<string> {
  const spellings = new Set<string>();
  for (const atom of atomsOf(secret)) {
    for (const form of formsOf(atom)) if (form.length >= shortestSecret) spellings.add(form);
  }
  return spellings;
}

function formsOf(atom: string): string[] {
  const plain = atom.toWellFormed();
  const json = [...new Set(inJson(plain))];
  const base64 = inBase64(plain);
  return [
    atom,
    plain,
    ...json,
    ...inAddresses(plain),
    ...inMarkup(plain),
    ...inHex(plain),
    ...base64,
    // One in the other: a document in an address or in base64, base64 in an address.
    ...[...json, ...base64].map(encodeURIComponent),
    ...json.filter((form) => form !== plain).flatMap(inBase64),
  ];
}

/** What some writers of markup escape beyond what they must: template engines such as Handlebars and Mustache, the rules of OWASP. */
const escapedAlso: readonly RegExp[] = [/(?!)/g, /[`=]/g, /[`=/]/g, /[/]/g];

/** As text of HTML and XML. Both quotes have several names, and some writers leave them as they are. */
function inMarkup(text: string): string[] {
  const content = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const number = (sign: string): string => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`;
  return escapedAlso
    .map((signs) => content.replaceAll(signs, number))
    .flatMap((form) => ['"', "&quot;", "&#34;", "&#x22;"].map((double) => form.replaceAll('"', double)))
    .flatMap((form) => ["'", "&#39;", "&#x27;", "&apos;"].map((single) => form.replaceAll("'", single)));
}

function inHex(text: string): string[] {
  const hex = Buffer.from(text, "utf8").toString("hex");
  return [hex, hex.toUpperCase()];
}

/** Lines of base64 as PEM and mail have them. */
const lines = [/.{1,64}/g, /.{1,76}/g];

/**
 * Whole, in one piece and in lines; and three texts, one for each place in a group of three bytes at which it may begin in a longer text:
 * without the characters at the edges that also hold bits of its neighbours. Each in the alphabet for addresses too.
 */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const whole = bytes.toString("base64");
  const broken = lines.flatMap((line) =>
    ["\n", "\r\n", String.raw`\n`].map((end) => (whole.match(line) ?? []).join(end)),
  );
  const inner = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const isFull = (offset + bytes.length) % 3 === 0;
    return encoded.slice(offset === 0 ? 0 : offset + 1, isFull ? undefined : -1);
  });
  const forms = [whole, whole.replaceAll("=", ""), ...inner];
  return [...broken, ...forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")])];
}
