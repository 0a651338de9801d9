import type { LookupFunction } from "node:net";
import { WorldError } from "../world.ts";

/** An address that may be connected to. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves the host of an address once and has every answer checked. Literal addresses are checked too: `URL` has already brought
 * every spelling (`0x7f.1`, `2130706433`, `[::ffff:127.0.0.1]`) to one form.
 */
export async function resolveChecked(
  url: URL,
  allowAddress: ((address: string) => boolean) | undefined,
): Promise<readonly CheckedAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await addressesOf(host);
  for (const { address } of addresses) {
    if (allowAddress !== undefined && !allowAddress(address)) {
      throw new WorldError("not-allowed", host, `${host} leads to ${address}, which may not be connected to.`);
    }
  }
  return addresses;
}

async function addressesOf(host: string): Promise<readonly CheckedAddress[]> {
  const family = process.getBuiltinModule("node:net").isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    const found = await process.getBuiltinModule("node:dns").promises.lookup(host, { all: true });
    if (found.length > 0) return found;
  } catch (cause) {
    throw new WorldError("not-found", host, `No address is known for the host ${host}.`, { cause });
  }
  throw new WorldError("not-found", host, `No address is known for the host ${host}.`);
}

/** A lookup that never asks a name server again: it hands out the checked addresses and nothing else. */
export function pinnedLookup(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}
