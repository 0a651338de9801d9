import { expect, it } from "vitest";
import { addressProblem, isHostEntry, judgeHost } from "./host-rules.ts";

it.each<[string, string[], boolean, boolean]>([
  ["https://example.org/", [], false, false],
  ["https://example.org/", ["example.org"], true, false],
  ["https://example.org:8443/", ["example.org"], true, false],
  ["https://EXAMPLE.org./", ["Example.ORG"], true, false],
  ["https://example.org/", ["example.org:443"], true, true],
  ["http://example.org/", ["example.org:443"], false, false],
  ["http://example.org/", ["example.org:80"], true, true],
  ["http://example.org:8080/", ["example.org:8080"], true, true],
  ["http://example.org:8081/", ["example.org:8080"], false, false],
  ["https://a.example.org/", ["*.example.org"], true, false],
  ["https://a.b.example.org/", ["*.example.org"], true, false],
  ["https://example.org/", ["*.example.org"], false, false],
  ["https://badexample.org/", ["*.example.org", "example.org"], false, false],
  ["https://example.org.evil.test/", ["*.example.org", "example.org"], false, false],
  ["https://a.example.org:8443/", ["*.example.org:8443"], true, false],
  ["https://a.example.org/", ["*.example.org:8443"], false, false],
  ["https://anything.test/", ["*"], true, false],
  ["http://127.0.0.1:8080/", ["*", "127.0.0.1"], true, false],
  ["http://127.0.0.1:8080/", ["*", "127.0.0.1:8080"], true, true],
  ["http://0x7f.1:8080/", ["127.0.0.1:8080"], true, true],
  ["http://[::1]:8080/", ["[::1]:8080"], true, true],
  ["http://[0:0:0:0:0:0:0:1]:8080/", ["[::1]:8080"], true, true],
  ["https://münchen.de/", ["münchen.de"], true, false],
  ["https://xn--mnchen-3ya.de/", ["münchen.de"], true, false],
  [
    "https://example.org/",
    ["https://example.org", "example.org/path", "user@example.org", "e*.org", "*.*", ""],
    false,
    false,
  ],
])("%s under %j", (url, entries, allowed, exact) => {
  expect(judgeHost(new URL(url), entries)).toEqual({ allowed, exact });
});

it.each<[string, boolean]>([
  ["example.org", true],
  ["example.org:8080", true],
  ["*.example.org", true],
  ["*", true],
  ["[::1]:80", true],
  ["example.org:99999", false],
  ["http://example.org", false],
  ["example.org/x", false],
  ["ex*.org", false],
  ["a b", false],
  ["", false],
])("reads the entry %j: %s", (entry, readable) => {
  expect(isHostEntry(entry)).toBe(readable);
});

it("says what is wrong with an address", () => {
  expect([addressProblem("8.8.8.8"), addressProblem("169.254.169.254"), addressProblem("::ffff:8.8.8.8")]).toEqual([
    undefined,
    "a link-local address, where clouds keep their credentials",
    "an IPv4 address in the clothes of another kind",
  ]);
});
