import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseGrammar } from "./grammar-parser.ts";
import { compileTemplate } from "./compile.ts";
import { parseTemplate } from "./parse.ts";

const require = createRequire(import.meta.url);
const folder = import.meta.dirname;

describe("only the grammar's parser is used", () => {
  test("a plain path loads nothing", () => {
    parseTemplate("<<a.b[0]>> {{c}} <<#each d>><<this>><</each>>");
    expect(Object.keys(require.cache).filter((file) => file.includes("handlebars"))).toEqual([]);
  });

  test("neither the compiler nor the runtime is ever loaded", () => {
    expect(compileTemplate(parseTemplate("<<default a 1>>"))({ read: () => null })).toBe(1);
    const loaded = Object.keys(require.cache)
      .filter((file) => file.includes("handlebars"))
      .map((file) => file.slice(file.lastIndexOf("/handlebars/") + 12))
      .sort();
    expect(loaded).toEqual([
      "compiler/base.js",
      "compiler/helpers.js",
      "compiler/node-types.js",
      "compiler/parser.js",
      "compiler/visitor.js",
      "compiler/whitespace-control.js",
      "exception.js",
      "utils.js",
    ]);
  });

  test("one file imports it, and no file builds code", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
    );
    expect(files.length).toBeGreaterThan(30);
    const texts = files.map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
    expect(texts.filter(({ text }) => /["']handlebars/.test(text)).map(({ file }) => file)).toEqual([
      "grammar-parser.ts",
    ]);
    expect(texts.filter(({ text }) => /\beval\b|\bFunction\(|node:vm|\bprecompile\b/.test(text))).toEqual([]);
  });
});

describe("where it stopped", () => {
  test.each([
    ["p0 p1 )", 6],
    ["p0 =", 3],
    ["p0 p1 p2 p3 (p4 p5 p6 p7) p8 p9 (()", 33],
    ["p0 (p1", 6],
    ["p0 k=1 p1", 9],
  ])("%s", (inner, failedAt) => {
    expect(parseGrammar(inner)).toEqual({ failedAt });
  });

  test("two statements are none", () => {
    expect(parseGrammar("p0}}{{p1")).toEqual({ failedAt: 0 });
  });
});
