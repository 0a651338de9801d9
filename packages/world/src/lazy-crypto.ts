import type nodeCrypto from "node:crypto";

/** Node's cryptography, loaded when it is first needed: it takes milliseconds that starting up must not pay. */
export function crypto(): typeof nodeCrypto {
  return process.getBuiltinModule("node:crypto");
}
