import { wellFormed } from "./visible-text.ts";

/** Hides secrets in a text. Goes before cutting: a secret that was cut in half is not found any more. */
export type SecretMask = (text: string) => string;

/** Shorter values are found in ordinary words. */
const shortest = 6;
const shown = "***";

const masks = new WeakMap<object, SecretMask>();

/** The mask of a server's secrets, made once for each config. */
export function maskOf(config: { readonly secrets?: readonly string[] }): SecretMask {
  const known = masks.get(config);
  if (known) return known;
  const mask = createSecretMask(config.secrets ?? []);
  masks.set(config, mask);
  return mask;
}

/** Puts `***` in the place of each secret of at least 6 characters, also where it stands in an address or in a JSON text. */
export function createSecretMask(secrets: readonly string[]): SecretMask {
  // The longest first: one that is part of another must not leave the rest of it.
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.length >= shortest)
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let masked = text;
    for (const form of forms) masked = masked.replaceAll(form, shown);
    for (const form of forms) masked = withoutBeginning(masked, form);
    return masked;
  };
}

function formsOf(secret: string): string[] {
  // A secret of several lines, such as a key, comes out line by line.
  return [secret, secret.trim(), ...secret.split(/\r?\n/).map((line) => line.trim())].flatMap((raw) => [
    raw,
    JSON.stringify(raw).slice(1, -1),
    encodeURIComponent(wellFormed(raw)),
    encodeURI(wellFormed(raw)),
  ]);
}

/** A text that others have cut may end in the beginning of a secret. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortest; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + shown;
  return text;
}
