import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretShapes } from "../../test-support/secret-shapes.ts";
import { secretWritings } from "../../test-support/secret-writings.ts";
import { createRedactor } from "./redactor.ts";

describe("a text", () => {
  it.each([
    ["is nothing", [], "a token", "a token"],
    ["stands in it twice", ["s3cret-1"], "s3cret-1, s3cret-1!", "***, ***!"],
    ["is too short to be one", ["short"], "a short text", "a short text"],
    ["is part of another", ["abcdef", "abcdefgh"], "x abcdefgh abcdef", "x *** ***"],
    ["is the end of another", ["cdefgh", "abcdefgh"], "x abcdefgh cdefgh", "x *** ***"],
    ["runs into another", ["abcdef-1", "ef-1-xyz"], "<abcdef-1-xyz>", "<***>"],
    ["stands beside another", ["s3cret-1", "s3cret-2"], "s3cret-1s3cret-2", "******"],
    [
      "stands in an address",
      ["a b/c?d"],
      "https://x.test/a%20b%2Fc%3Fd https://x.test/a%20b/c?d",
      "https://x.test/*** https://x.test/***",
    ],
    ["stands in a JSON text", ['say "it"'], String.raw`{"a":"say \"it\""}`, '{"a":"***"}'],
    ["is a key of several lines", ["-----BEGIN-----\nAAAABBBB\n"], "bad line AAAABBBB", "bad line ***"],
    ["ends in a line feed", ["s3cret-1\n"], "<s3cret-1>", "<***>"],
    ["holds half a character", ["abc\ud800def"], "<abc\ud800def> <abc\ufffddef>", "<***> <***>"],
    ["was cut to a limit", ["s3cret-token"], "it is s3cret-t… and more", "it is ***… and more"],
    ["is begun and not there", ["s3cret-token"], "it is s3cret-t and more", "it is s3cret-t and more"],
    ["is a beginning under six characters", ["s3cret-token"], "it is s3cre…", "it is s3cre…"],
  ])("with a secret that %s", (_what, secrets, text, expected) => {
    expect(createRedactor(secrets).text(text)).toBe(expected);
    expect(createRedactor(secrets).cutText(text)).toBe(expected);
  });

  it.each([
    ["it is s3cret-t", "it is ***"],
    ["it is s3cre", "it is s3cre"],
    ["it is s3cret-token", "it is ***"],
    ["it is czNjcmV0LX", "it is ***"],
  ])("that others have cut: %s", (text, expected) => {
    expect(createRedactor(["s3cret-token"]).cutText(text)).toBe(expected);
  });

  it("keeps no secret of any kind", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 9 });
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 4 }),
        fc.string({ unit: fc.constantFrom("a", "b", " ") }),
        (secrets, text) => {
          const redactor = createRedactor(secrets);
          for (const masked of [redactor.text(text), redactor.cutText(text)])
            expect(secrets.filter((secret) => masked.includes(secret))).toEqual([]);
        },
      ),
    );
  });

  it("of a megabyte is looked through at once, whatever it holds", () => {
    const redactor = createRedactor(secretShapes.map(({ value }) => value));
    const began = performance.now();
    expect(redactor.text("-----BEGIN ".repeat(90_000))).toHaveLength(990_000);
    expect(redactor.text("postgres://app:".repeat(70_000))).toHaveLength(1_050_000);
    expect(redactor.text("digits 9081726354 ".repeat(60_000))).toHaveLength(1_080_000);
    // It is some 50 ms each.
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe("a value", () => {
  const redactor = createRedactor(["s3cret-token", "90817263544"]);

  it("is masked at every depth, names of properties and numbers included", () => {
    const value = { a: ["s3cret-token", { "x-s3cret-token": 1 }], b: { n: 90817263544, m: 1.5, t: true, z: null } };
    expect(redactor.value(value)).toEqual({ a: ["***", { "x-***": 1 }], b: { n: "***", m: 1.5, t: true, z: null } });
  });

  it("is the same as before when there is nothing to hide, and so is each part of it", () => {
    const clean = { list: [1, "two", { three: null }] };
    expect(redactor.value(clean)).toBe(clean);
    const masked = redactor.value({ clean, other: "s3cret-token" }) as { clean: unknown };
    expect(masked.clean).toBe(clean);
  });

  it("loses no property when two names become one", () => {
    const value = { "s3cret-token": 1, czNjcmV0LXRva2Vu: 2, "***": 3, "*** (2)": 4 };
    expect(redactor.value(value)).toEqual({ "***": 1, "*** (2)": 2, "*** (3)": 3, "*** (2) (2)": 4 });
  });

  it("keeps `__proto__` as a name like any other", () => {
    const masked = redactor.value(JSON.parse('{"__proto__": "s3cret-token"}') as Record<string, string>);
    expect(JSON.stringify(masked)).toBe('{"__proto__":"***"}');
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
  });

  it.each(secretShapes)("has nothing left of $name, in whatever writing and wherever", ({ value }) => {
    const shaped = createRedactor([value]);
    for (const { name, write, telling } of secretWritings) {
      const given = { list: [write(value)], [write(value)]: { deep: [[write(value)]] } };
      const seen = shaped.value(given) as { list: readonly [string] };
      const texts = [seen.list[0], ...Object.keys(seen)];
      expect([name, texts.filter((text) => text.includes(telling(value)))]).toEqual([name, []]);
      expect(JSON.stringify(seen)).not.toContain(telling(value));
    }
  });
});

it("changes nothing in ten thousand values without a secret", () => {
  const redactor = createRedactor(secretShapes.flatMap(({ value, parts }) => [value].concat(parts)));
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.lorem(),
    fc.uuid(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.emailAddress(),
    fc.base64String({ maxLength: 200 }),
    fc.stringMatching(/^[0-9a-f]{64}$/),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.json(),
    fc.json().map((value) => JSON.stringify(value)),
    fc.webQueryParameters(),
    fc.constantFrom("-----BEGIN CERTIFICATE-----", "postgres://db.example.com/main", "Bearer token", "password", "***"),
  );
  const leaf = fc.oneof(
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("value")), fc.dictionary(text, tie("value"))),
  }));
  let changed = 0;
  fc.assert(
    fc.property(value, (output) => {
      if (redactor.value(output as never) !== output) changed += 1;
    }),
    { numRuns: 10_000, seed: 1 },
  );
  expect(changed).toBe(0);
});

it("made of nothing that can be used does nothing", () => {
  const redactor = createRedactor(["", "abc"]);
  expect([redactor.text("abc"), redactor.cutText("abc"), redactor.value({ abc: "abc" })]).toEqual([
    "abc",
    "abc",
    { abc: "abc" },
  ]);
});
