import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords, Tokenizer } from "./tokenizer.ts";

describe("splitWords", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["camelCase", "listOpenPullRequests", ["list", "open", "pull", "requests"]],
    ["an acronym before a word", "HTTPServerError", ["http", "server", "error"]],
    ["an acronym in the middle and at the end", "getHTTPUrl parseID", ["get", "http", "url", "parse", "id"]],
    ["an acronym's plural", "fetchURLs of IDs", ["fetch", "urls", "of", "ids"]],
    ["snake_case, kebab-case, dots and slashes", "list_open-prs.v/x", ["list", "open", "prs", "v", "x"]],
    ["a public name", "gh__create_issue", ["gh", "create", "issue"]],
    ["digits", "s3 base64Encode v2.10", ["s", "3", "base", "64", "encode", "v", "2", "10"]],
    ["accents", "Café Ångström naïve", ["cafe", "angstrom", "naive"]],
    ["full width and ligatures", "ＡＰＩ ﬁle", ["api", "file"]],
    ["Chinese", "搜索关键词", ["搜索", "索关", "关键", "键词"]],
    ["one Chinese character", "图", ["图"]],
    ["Japanese with its marks", "ガイド", ["ガイ", "イド"]],
    ["Korean", "날씨 예보", ["날씨", "예보"]],
    ["scripts side by side", "使用API查询天气v2", ["使用", "api", "查询", "询天", "天气", "v", "2"]],
    ["Cyrillic", "Погода в Киеве", ["погода", "в", "киеве"]],
    ["Greek and digits of other scripts", "Καιρός ٣٤", ["καιρος", "٣٤"]],
    ["radicals and numerals that are no letters to Unicode", "⺀⺁ 〡", ["⺀⺁", "〡"]],
    ["nothing but signs", "?! -- 🙂", []],
  ];
  it.each(cases)("%s", (_, text, words) => expect(splitWords(text)).toEqual(words));

  it("takes any text: words are lowercase, never empty, without blanks, and split no further", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        for (const word of splitWords(text)) {
          // Radicals and old numerals of Chinese are no letters to Unicode; they are signs of the script all the same.
          expect(word).toMatch(
            /^[\p{L}\p{M}\p{Nd}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
          );
          expect(word).toBe(word.toLowerCase());
        }
      }),
    );
  });
});

describe("Tokenizer", () => {
  const tokenizer = new Tokenizer();

  it("drops stop words and stems the rest", () => {
    expect(tokenizer.terms("Please find the repository's open issues now")).toEqual([
      "find",
      "repositori",
      "open",
      "issu",
    ]);
    expect(tokenizer.terms("what can I do with it?")).toEqual([]);
  });

  it("gives all spellings of a name the same terms", () => {
    const spellings = [
      "createIssue",
      "create_issue",
      "create-issue",
      "Create issues",
      "CREATE.ISSUE",
      "creating issue",
    ];
    expect(new Set(spellings.map((text) => tokenizer.terms(text).join(" "))).size).toBe(1);
  });

  it("gives two texts with a stop between them the terms of both", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, other) => {
        expect(tokenizer.terms(`${one} . ${other}`)).toEqual([...tokenizer.terms(one), ...tokenizer.terms(other)]);
      }),
    );
  });
});
