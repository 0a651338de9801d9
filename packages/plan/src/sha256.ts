/** SHA-256 of a text, hex. Node's cryptography is loaded at the first one: it takes milliseconds that starting up must not pay. */
export function sha256(text: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex");
}
