/** Shorter texts are found in ordinary words. */
export const shortestSecret = 6;

/** The first and the last line of a key in PEM: every such key has them, so they give nothing away. */
const armour = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/**
 * What of a secret must not be seen: itself, each of its lines, each text in it when it is JSON, the password when it is an address, the
 * token behind a scheme. Tools hand out parts: a parser quotes the line it stumbles over, a log the one field of a key file.
 */
export function atomsOf(secret: string): ReadonlySet<string> {
  const atoms = [...partsOf(secret), ...leavesOf(secret).flatMap(partsOf), ...passwordsOf(secret)];
  const token = /^(?:Basic|Bearer|Token) (\S+)$/i.exec(secret.trim())?.[1];
  if (token !== undefined) atoms.push(token);
  return new Set(atoms.filter((atom) => atom.trim().length >= shortestSecret));
}

/** A text and its lines; as one line too, because keys are written into variables and headers that way. */
function partsOf(text: string): string[] {
  const whole = text.replaceAll("\r\n", "\n");
  // Keys in variables often have their line ends written as `\n`.
  const plain = whole.includes("-----BEGIN") ? whole.replaceAll(String.raw`\n`, "\n") : whole;
  const lines = plain.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => !armour.test(line));
  const joined = [lines.join(""), telling.join(""), plain.replaceAll("\n", ""), plain.replaceAll("\n", "\r\n")];
  return [text, text.trim(), whole, plain, plain.trim(), ...joined, ...telling];
}

/** The texts in a secret that is a JSON document, such as the key file of a service. */
function leavesOf(secret: string): string[] {
  const text = secret.trim();
  if (!text.startsWith("{") && !text.startsWith("[")) return [];
  const leaves: string[] = [];
  try {
    const open: unknown[] = [JSON.parse(text)];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value === "string") leaves.push(value);
      else if (typeof value === "object" && value !== null) open.push(...Object.values(value));
    }
  } catch {
    return [];
  }
  return leaves;
}

/** The password in an address such as that of a database, as it stands there and as it is sent. */
function passwordsOf(secret: string): string[] {
  const text = secret.trim();
  if (!text.includes("://") || !URL.canParse(text)) return [];
  const { password } = new URL(text);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
