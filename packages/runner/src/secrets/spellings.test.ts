import { expect, test } from "vitest";
import { secretShapes } from "../../test-support/secret-shapes.ts";
import { secretWritings } from "../../test-support/secret-writings.ts";
import { createRedactor } from "./redactor.ts";
import { spellingsOf } from "./spellings.ts";

test.each(secretShapes)("$name is found in every writing", ({ value, parts }) => {
  const redactor = createRedactor([value]);
  const kept: string[] = [];
  for (const secret of [value, ...parts]) {
    for (const { name, write, telling } of secretWritings) {
      expect([name, telling(secret).length >= 6]).toEqual([name, true]);
      expect(write(secret)).toContain(telling(secret));
      if (redactor.text(write(secret)).includes(telling(secret))) kept.push(`${name}: ${secret}`);
    }
  }
  expect(kept).toEqual([]);
  // What is written around it stays.
  const raw = secretWritings.find(({ name }) => name === "raw");
  expect(redactor.text(raw?.write(value) ?? "")).toBe("before *** after");
});

const odd = "Tok3n-Va/l=ue+9\"x <y>&z_~`'q";
const html = (signs: RegExp, text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", signs.source.includes("=") ? "&#x27;" : "&#39;")
    .replaceAll(signs, (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`);

test.each([
  ["HTML as Handlebars writes it", html(/[`=]/g, odd)],
  ["HTML as Mustache writes it", html(/[`=/]/g, odd).replaceAll("&#x27;", "&#39;")],
  [
    "all that is no letter in an address",
    odd.replaceAll(/[^A-Za-z0-9]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  ],
  ["a document in an address", encodeURIComponent(JSON.stringify({ k: odd }))],
  ["base64 in an address", encodeURIComponent(Buffer.from(odd).toString("base64"))],
  ["a document in base64", Buffer.from(JSON.stringify({ a: odd })).toString("base64")],
])("is found in %s", (_how, written) => {
  const shown = createRedactor([odd]).text(written);
  expect(shown).toContain("***");
  expect(shown.length).toBeLessThan(30);
});

test("base64 of a text that holds it keeps nothing but the characters at its edges", () => {
  const written = Buffer.from("user:s3cret-token!").toString("base64");
  expect(createRedactor(["s3cret-token"]).text(written)).toBe("dXNlcjp***4h");
});

test.each([
  ["PEM", 64, "\n"],
  ["mail", 76, "\r\n"],
  ["a text in JSON", 76, String.raw`\n`],
])("base64 in lines as in %s", (_, width, end) => {
  const secret = "0123456789".repeat(12);
  const written = (
    Buffer.from(secret)
      .toString("base64")
      .match(new RegExp(`.{1,${width}}`, "g")) ?? []
  ).join(end);
  expect(createRedactor([secret]).text(`<${written}>`)).toBe("<***>");
});

test.each([
  [
    "the lines around a key",
    "-----BEGIN TEST KEY-----\nQUJDREVGR0hJSktM\n-----END TEST KEY-----\n",
    "-----BEGIN TEST KEY-----",
  ],
  ["names of a key file", '{"client_email": "robot@x.test"}', "client_email"],
  ["a part under six characters", '{"pin": "12345"}', "12345"],
  ["an address without a password", "https://db.example.com/main", "db.example.com"],
])("%s give nothing away", (_, secret, text) => {
  expect(createRedactor([secret]).text(`x ${text} y`)).toBe(`x ${text} y`);
});

test.each(["short", "     a", "", "\n\n\n\n\n\n\n"])("%j has no spelling", (secret) => {
  expect(spellingsOf(secret).size).toBe(0);
});

test("a document that only looks like JSON, and an address that is none, are texts", () => {
  expect(createRedactor(['{"password": foobar99}']).text('<{"password": foobar99}> foobar99')).toBe("<***> foobar99");
  expect(createRedactor(["not a://good:address@x"]).text("<not a://good:address@x>")).toBe("<***>");
  expect(createRedactor(["a://u:%zz%zz%zz@x"]).text("<%zz%zz%zz>")).toBe("<***>");
});
