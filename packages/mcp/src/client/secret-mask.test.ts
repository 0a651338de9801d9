import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createSecretMask, maskOf } from "./secret-mask.ts";

it.each([
  ["is nothing", [], "a token", "a token"],
  ["stands in it twice", ["s3cret-1"], "s3cret-1, s3cret-1!", "***, ***!"],
  ["is too short to be one", ["short"], "a short text", "a short text"],
  ["is part of another", ["abcdef", "abcdefgh"], "x abcdefgh abcdef", "x *** ***"],
  [
    "stands in an address",
    ["a b/c?d"],
    "https://x.test/a%20b%2Fc%3Fd https://x.test/a%20b/c?d",
    "https://x.test/*** https://x.test/***",
  ],
  ["stands in a JSON text", ['say "it"'], String.raw`{"a":"say \"it\""}`, '{"a":"***"}'],
  ["is a key of several lines", ["-----BEGIN-----\nAAAABBBB\n"], "bad line AAAABBBB", "bad line ***"],
  ["ends in a line feed", ["s3cret-1\n"], "<s3cret-1>", "<***>"],
  ["was cut", ["s3cret-token"], "it is s3cret-t", "it is ***"],
  ["holds half a character", ["abc\ud800def"], "<abc\ud800def>", "<***>"],
])("hides a secret that %s", (_what, secrets, text, expected) => {
  expect(createSecretMask(secrets)(text)).toBe(expected);
});

it("leaves no secret in any text", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 9 });
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 4 }),
      fc.string({ unit: fc.constantFrom("a", "b", " ") }),
      (secrets, text) => {
        const masked = createSecretMask(secrets)(text);
        expect(secrets.filter((secret) => masked.includes(secret))).toEqual([]);
      },
    ),
  );
});

it("is made once for a config", () => {
  const config = { secrets: ["s3cret-1"] };
  expect(maskOf(config)).toBe(maskOf(config));
});
