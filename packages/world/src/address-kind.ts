import type { BlockList } from "node:net";

/** What an IP address is for. `public` is what the open internet reaches; everything else may lie behind somebody's wall. */
export type AddressKind =
  | "public"
  | "loopback"
  | "private"
  | "link-local"
  | "shared"
  | "unspecified"
  | "multicast"
  | "reserved"
  | "translated"
  | "invalid";

type Range = readonly [address: string, bits: number, kind: AddressKind];

// IANA special-purpose address registries. First match counts.
const ranges4: readonly Range[] = [
  ["0.0.0.0", 8, "unspecified"],
  ["10.0.0.0", 8, "private"],
  ["100.64.0.0", 10, "shared"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link-local"],
  ["172.16.0.0", 12, "private"],
  ["192.0.0.0", 24, "reserved"],
  ["192.88.99.0", 24, "translated"],
  ["192.168.0.0", 16, "private"],
  ["198.18.0.0", 15, "reserved"],
  ["224.0.0.0", 4, "multicast"],
  ["240.0.0.0", 4, "reserved"],
];

const ranges6: readonly Range[] = [
  ["::", 128, "unspecified"],
  ["::1", 128, "loopback"],
  // An IPv4 address in IPv6 clothes: mapped, compatible, translated (SIIT), NAT64 (both prefixes), Teredo, 6to4.
  ["::ffff:0:0", 96, "translated"],
  ["::ffff:0:0:0", 96, "translated"],
  ["::", 96, "translated"],
  ["64:ff9b::", 96, "translated"],
  ["64:ff9b:1::", 48, "translated"],
  ["2001::", 32, "translated"],
  ["2002::", 16, "translated"],
  ["2001::", 23, "reserved"],
  ["fc00::", 7, "private"],
  ["fe80::", 10, "link-local"],
  ["fec0::", 10, "private"],
  ["ff00::", 8, "multicast"],
  ["2000::", 3, "public"],
  // Nothing else is given out yet.
  ["::", 0, "reserved"],
];

interface Block {
  readonly list: BlockList;
  readonly kind: AddressKind;
}

let blocks4: readonly Block[] | undefined;
let blocks6: readonly Block[] | undefined;

/** Tells what an IP address is for. An address that carries an IPv4 address inside is `translated`, whatever it carries. */
export function addressKind(address: string): AddressKind {
  // Here and not at the top: most runs ask no network, and starting up must not pay for it.
  const { BlockList: List, isIP } = process.getBuiltinModule("node:net");
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  if (family === 0) return "invalid";
  if (family === 4) {
    blocks4 ??= ranges4.map((range) => blockOf(new List(), range, "ipv4"));
    return blocks4.find(({ list }) => list.check(plain, "ipv4"))?.kind ?? "public";
  }
  // Not left to the list's own treatment of mapped addresses, which looks them up among IPv4 rules.
  blocks6 ??= ranges6.map((range) => blockOf(new List(), range, "ipv6"));
  return blocks6.find(({ list }) => list.check(plain, "ipv6"))?.kind ?? "reserved";
}

function blockOf(list: BlockList, [address, bits, kind]: Range, family: "ipv4" | "ipv6"): Block {
  if (bits === 0) {
    // A subnet needs at least one bit of prefix.
    list.addSubnet("::", 1, family);
    list.addSubnet("8000::", 1, family);
  } else {
    list.addSubnet(address, bits, family);
  }
  return { list, kind };
}
