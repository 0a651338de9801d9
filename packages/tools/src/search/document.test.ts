import { describe, expect, it } from "vitest";
import { Compounds } from "./compounds.ts";
import { documentTerms, splitFirstSentence, withCompounds } from "./document.ts";
import { schemaWords } from "./schema-words.ts";
import { Tokenizer } from "./tokenizer.ts";

describe("splitFirstSentence", () => {
  it.each([
    ["Reads a text file. Returns its content.", ["Reads a text file.", " Returns its content."]],
    ["E.g. reads a file! And more", ["E.g. reads a file!", " And more"]],
    ["Version 1.2 of the thing", ["Version 1.2 of the thing", ""]],
    ["Reads a text file\nArgs: path", ["Reads a text file\n", "Args: path"]],
    [
      "使用必应搜索指定的关键词，并返回搜索结果列表。包括标题",
      ["使用必应搜索指定的关键词，并返回搜索结果列表。", "包括标题"],
    ],
    ["", ["", ""]],
  ])("%j", (text, parts) => expect(splitFirstSentence(text)).toEqual(parts));
});

describe("documentTerms", () => {
  it("keeps the fields of a tool apart", () => {
    expect(
      documentTerms(
        {
          name: "gh__create_issue",
          title: "New ticket",
          description: "Opens an issue here. With write access.",
          inputSchema: {
            type: "object",
            properties: { labelNames: { type: "array", description: "Names of labels" } },
          },
          outputSchema: { type: "object", properties: { number: { type: "integer", description: "Its number" } } },
          tags: ["code"],
          category: "Development",
        },
        new Tokenizer(),
      ),
    ).toEqual({
      name: ["gh", "creat", "issu"],
      first: ["new", "ticket", "open", "issu"],
      rest: ["write", "access"],
      argumentNames: ["label", "name"],
      argumentDescriptions: ["name", "label"],
      labels: ["code", "develop"],
      output: ["number", "number"],
    });
  });

  it("adds the parts of a run-together name", () => {
    const document = { name: "getcurrentweather", description: "" };
    const tokenizer = new Tokenizer();
    const compounds = new Compounds(["get the current weather"]);
    const terms = documentTerms(document, tokenizer);
    expect(withCompounds(terms, document, compounds, tokenizer).name).toEqual([
      "getcurrentweath",
      "get",
      "current",
      "weather",
    ]);
    expect(withCompounds(terms, document, new Compounds([]), tokenizer)).toBe(terms);
  });
});

describe("Compounds", () => {
  const compounds = new Compounds([
    "weather station",
    "weather",
    "weatherstation",
    "weatherstation again",
    "a b c now where",
  ]);
  it.each([
    ["stationweather", ["station", "weather"]],
    ["weatherstation", []],
    ["station", []],
    ["nowhere", []],
    ["nowwhere", ["now", "where"]],
    ["stationnowwherestationnow", []],
    ["weather".repeat(6), []],
  ])("%s", (word, parts) => expect(compounds.split(word)).toEqual(parts));
});

describe("schemaWords", () => {
  it("reads nested objects and lists, to a bound", () => {
    const level = (depth: number): object => ({
      type: "object",
      properties: { [`level${depth}`]: depth > 5 ? true : { ...level(depth + 1), description: `at ${depth}` } },
    });
    const schema = { properties: { list: { items: level(0) }, ...level(1) }, required: ["list"] };
    expect(schemaWords(JSON.parse(JSON.stringify(schema)) as never).names).toEqual([
      "list",
      "level0",
      "level1",
      "level2",
      "type",
      "properties",
    ]);
  });

  it("takes what is no schema for one without words", () => {
    const empty = { names: [], descriptions: [] };
    expect(schemaWords(undefined)).toEqual(empty);
    expect(schemaWords({ properties: [] })).toEqual(empty);
    expect(schemaWords({ properties: { a: null, b: { description: 3, items: [] } } })).toEqual({
      names: ["a", "b"],
      descriptions: [],
    });
    expect(schemaWords(JSON.parse('{"__proto__": {"properties": {"x": {}}}}') as never)).toEqual(empty);
  });

  it("reads at most 500 properties", () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`p${index}`, {}]));
    expect(schemaWords({ properties: many }).names).toHaveLength(500);
  });
});
