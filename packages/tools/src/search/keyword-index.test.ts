import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchDocument } from "./document.ts";
import { createKeywordIndex, type SearchOptions, type SearchResult } from "./keyword-index.ts";

const tool = (name: string, description: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  name,
  description,
  ...more,
});
const tools = (table: Readonly<Record<string, string>>): SearchDocument[] =>
  Object.entries(table).map(([name, text]) => tool(name, text));

/** Thirty tools of everyday servers, none of which has to do with the questions below. */
const everyday = tools({
  files__read_file: "Reads a text file and returns its content",
  files__write_file: "Writes text to a file",
  files__list_directory: "Lists the entries of a folder",
  git__commit: "Records staged changes with a message",
  git__diff: "Shows what changed between two revisions",
  git__log: "Lists the latest commits",
  tickets__create_issue: "Opens an issue in a project",
  tickets__close_issue: "Closes an issue",
  tickets__list_issues: "Lists the issues of a project",
  chat__post_message: "Posts a message to a channel",
  chat__list_channels: "Lists channels",
  calendar__create_event: "Adds an event to a calendar",
  calendar__find_free_slot: "Finds a time at which everybody is free",
  sql__run_query: "Runs a read-only SQL statement",
  sql__list_tables: "Lists the tables of a database",
  http__get: "Fetches a URL",
  images__resize: "Changes the size of a picture",
  images__describe: "Says what a picture shows",
  maps__route: "Computes a route between two places",
  weather__forecast: "The weather of the coming days for a place",
  translate__text: "Translates text into another language",
  pdf__extract_text: "Returns the text of a PDF",
  sheets__append_row: "Adds a row to a spreadsheet",
  sheets__read_range: "Reads cells of a spreadsheet",
  crm__find_contact: "Finds a person by name or company",
  billing__list_invoices: "Lists invoices of a customer",
  deploy__roll_back: "Brings back the previous release",
  metrics__query: "Reads a time series",
  secrets__rotate: "Replaces a credential",
  queue__purge: "Empties a queue",
});
const incidents = tools({
  incidents__create: "Opens an incident and sends an email to the owner",
  incidents__update: "Changes an incident; watchers get an email",
  incidents__list: "Lists incidents with the email of who opened them",
  incidents__close: "Closes an incident and sends a summary",
  incidents__assign: "Assigns an incident, by email or name",
});

const search = (documents: readonly SearchDocument[], query: string, options?: SearchOptions): SearchResult =>
  createKeywordIndex(documents).search(query, options);
const found = (documents: readonly SearchDocument[], query: string, options?: SearchOptions): string[] =>
  search(documents, query, options).hits.map(({ name }) => name);
const asked: SearchOptions = { minimum: 0.1 };

describe("names", () => {
  const graph = ["search_graph", "trace_path", "get_code_snippet", "query_graph", "search_code", "index_repository"];

  it("that the query gives word for word come first, without any description", () => {
    const decoy = tool(
      "graphs__draw",
      "Search code graph path snippet repository index query trace get search graph code",
    );
    const documents = [...graph.map((name) => tool(`codebase__${name}`, "")), ...everyday, decoy];
    const { hits } = search(documents, graph.join(" "), asked);
    expect(
      hits
        .slice(0, 6)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(graph.map((name) => `codebase__${name}`).sort());
    expect(hits.slice(0, 7).map(({ exact }) => exact)).toEqual([...graph.map(() => true), false]);
  });

  const documents = [
    ...everyday,
    tool("math__search", "Finds roots"),
    tool("gh__create_issue", "Opens a ticket", { ownName: "createIssue" }),
  ];
  it.each([
    ["use gh__create_issue for it", ["gh__create_issue"]],
    ["what does createIssue do", ["gh__create_issue", "tickets__create_issue"]],
    ["create-issue", ["gh__create_issue", "tickets__create_issue"]],
    ["create issue", ["gh__create_issue", "tickets__create_issue"]],
    ["Search", ["math__search"]],
    ["search for a person", []],
    ["tickets__create_issue or createIssue", ["tickets__create_issue", "gh__create_issue"]],
  ])("in `%s`", (query, exact) => {
    const { hits } = search(documents, query);
    expect(hits.filter((hit) => hit.exact).map(({ name }) => name)).toEqual(exact);
    expect(hits.slice(0, exact.length).every((hit) => hit.exact && hit.score === 1)).toBe(true);
  });

  it("survive the smallest limit", () => {
    expect(found(documents, "create_issue", { limit: 1 })).toEqual(["gh__create_issue"]);
  });
});

describe("what does not fit", () => {
  it("finds nothing when the telling word is unknown", () => {
    const result = search([...incidents, ...everyday], "send gmail email", asked);
    expect(result.hits).toEqual([]);
    expect(result.near.map(({ name }) => name)).toContain("incidents__create");
    expect(result.near).toHaveLength(3);
    expect(result.terms).toEqual([
      { word: "send", documents: 2 },
      { word: "gmail", documents: 0 },
      { word: "email", documents: 4 },
    ]);
  });

  it.each([
    "book a flight to Tokyo",
    "play some jazz music",
    "turn on the kitchen lights",
    "calculate the volume of a cone with radius 3",
    "transcribe this podcast episode",
    "send an sms to my mother",
    "buy 10 shares of apple stock",
    "merge a pull request on bitbucket",
    "create a jira epic",
    "Send a Gmail email",
    "resolve the dns record at cloudflare",
    "what can you do?",
    "",
    "the of and",
    "????",
  ])("finds nothing for `%s`", (query) => expect(found([...incidents, ...everyday], query, asked)).toEqual([]));
});

describe("what fits", () => {
  it.each([
    ["read a text file from disk", "files__read_file"],
    ["list the issues of a project", "tickets__list_issues"],
    ["post a message in a channel", "chat__post_message"],
    ["what is the weather tomorrow in Ouagadougou", "weather__forecast"],
    ["translate this text into German", "translate__text"],
    ["resize an image", "images__resize"],
    ["find a free slot for a meeting", "calendar__find_free_slot"],
    ["roll back the deployment", "deploy__roll_back"],
    ["which invoices does customer 4711 have", "billing__list_invoices"],
    ["append a row to the spreadsheet", "sheets__append_row"],
    ["show me what changed between two commits", "git__diff"],
    ["fetch a web page", "http__get"],
    ["close incident 42", "incidents__close"],
  ])("`%s` finds %s first", (query, name) => expect(found([...incidents, ...everyday], query, asked)[0]).toBe(name));

  it("needs not every word, and takes no part of a word for the word", () => {
    const documents = [
      ...everyday,
      ...tools({
        repo__get_version: "Returns the version of a repository",
        time__timezone_conversion: "Converts a time between zones",
        math__add: "Adds two numbers",
        address__lookup: "Looks up a postal address",
      }),
    ];
    const names = found(documents, "please find the repository version now", asked);
    expect(names[0]).toBe("repo__get_version");
    expect(names).not.toContain("time__timezone_conversion");
    const adding = found(documents, "add", asked);
    expect(adding[0]).toBe("math__add");
    expect(adding).not.toContain("address__lookup");
  });

  it("is not decided by a weak verb", () => {
    const documents = [
      ...everyday,
      tool("weather__lookup", "Look up the weather for a place"),
      tool("docs__search_docs", "Searches the documentation, for example about deployment or configuration"),
    ];
    const names = found(documents, "look for documentation about deployment configuration", asked);
    expect(names[0]).toBe("docs__search_docs");
    expect(names).not.toContain("weather__lookup");
  });

  it("is found in a catalog of one tool, and only where it fits", () => {
    const one = [tool("user__forecast", "The weather of the coming days for a place")];
    expect(found(one, "weather in Lisbon", asked)).toEqual(["user__forecast"]);
    expect(found(one, "send an email to Lisbon in the coming month", asked)).toEqual([]);
  });

  it("is found by its description alone", () => {
    const documents = [...everyday, tool("mem__put", "Writes to memory")];
    expect(found(documents, "memory", asked)).toEqual(["mem__put"]);
  });

  it("is found by its arguments, with the reason", () => {
    const inputSchema = {
      type: "object",
      properties: { jira_key: { type: "string", description: "Where the epic stands" } },
    };
    const { hits } = search([...everyday, tool("x__link", "Links two things", { inputSchema })], "jira epics", asked);
    expect(hits.map(({ name }) => name)).toEqual(["x__link"]);
    expect(hits[0]?.terms).toEqual([
      { word: "jira", term: "jira", kind: "word", fields: ["argumentNames"] },
      { word: "epics", term: "epic", kind: "word", fields: ["argumentDescriptions"] },
    ]);
  });

  it("is found in other scripts", () => {
    const documents = [
      ...everyday,
      tool("cn__bing", "使用必应搜索指定的关键词"),
      tool("ru__weather", "Прогноз погоды на неделю"),
    ];
    expect(found(documents, "搜索关键词", asked)).toEqual(["cn__bing"]);
    expect(found(documents, "прогноз погоды", asked)[0]).toBe("ru__weather");
  });

  it("is searched clause by clause", () => {
    const query =
      "Read the cells of the spreadsheet. Then translate the text into French. Finally post the message to the channel.";
    expect(found(everyday, query, { limit: 3 }).sort()).toEqual([
      "chat__post_message",
      "sheets__read_range",
      "translate__text",
    ]);
  });
});

describe("synonyms", () => {
  it("find a tool by another word, and say so", () => {
    const { hits } = search(everyday, "resize photo");
    expect(hits[0]?.name).toBe("images__resize");
    expect(hits[0]?.terms).toContainEqual({ word: "photo", term: "imag", kind: "synonym", fields: ["name"] });
  });

  it("reach two words together", () => {
    const documents = [...everyday, tool("gh__merge", "Merges a pull request")];
    expect(found(documents, "merge PR")[0]).toBe("gh__merge");
    const short = [...everyday, tool("gh__merge", "Merges a PR")];
    expect(found(short, "pull request")[0]).toBe("gh__merge");
  });

  it("can be added by a project", () => {
    expect(found(everyday, "bounty")).toEqual([]);
    const index = createKeywordIndex(everyday, { synonyms: [["bounty", "invoice"]] });
    expect(index.search("bounty").hits.map(({ name }) => name)).toEqual(["billing__list_invoices"]);
  });
});

describe("the result", () => {
  it("keeps to the limit and the minimum", () => {
    expect(found(everyday, "list", { limit: 2 })).toHaveLength(2);
    expect(found(everyday, "list", { limit: 0 })).toEqual([]);
    const all = search(everyday, "list the issues of a project", { limit: 100 });
    const minimum = all.hits[2]?.score ?? 0;
    const some = search(everyday, "list the issues of a project", { minimum });
    expect(some.hits.every(({ score }) => score >= minimum)).toBe(true);
    expect(some.near.every(({ score }) => score < minimum)).toBe(true);
    expect([...some.hits, ...some.near].map(({ name }) => name)).toEqual(
      all.hits.slice(0, some.hits.length + some.near.length).map(({ name }) => name),
    );
  });

  it("of an empty catalog is empty", () => {
    expect(search([], "read a file")).toEqual({
      hits: [],
      near: [],
      terms: [
        { word: "read", documents: 0 },
        { word: "file", documents: 0 },
      ],
    });
  });

  it("has equal tools by name", () => {
    const same = ["c__x", "a__x", "b__x"].map((name) => tool(name, "Polishes silver spoons"));
    expect(found([...same, ...everyday], "polish spoons")).toEqual(["a__x", "b__x", "c__x"]);
  });

  it("counts the first of two tools of one name", () => {
    const index = createKeywordIndex([tool("a__x", "Polishes spoons"), tool("a__x", "Sharpens knives")]);
    expect(index.size).toBe(1);
    expect(index.search("knives").hits).toEqual([]);
  });

  it("comes from the beginning of an endless query", () => {
    const { hits, terms } = search(everyday, `weather forecast ${"filler ".repeat(100_000)} purge`);
    expect(hits[0]?.name).toBe("weather__forecast");
    expect(terms.map(({ word }) => word)).not.toContain("purge");
  });

  const words = fc.constantFrom(
    "read",
    "file",
    "weather",
    "send",
    "mail",
    "issue",
    "listIssues",
    "图片",
    "unknown",
    "a_b",
    ".",
    "then",
    "the",
  );
  const text = fc.array(words, { maxLength: 9 }).map((list) => list.join(" "));
  const catalog = fc.uniqueArray(
    fc.record({
      name: fc.tuple(words, words).map((pair) => pair.join("__")),
      description: text,
      tags: fc.array(words, { maxLength: 2 }),
    }),
    { selector: ({ name }) => name, maxLength: 12 },
  );

  it("does not depend on the order of the catalog", () => {
    const shuffled = catalog.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, text, ([list, other], query) => {
        expect(search(other, query, { limit: 50 })).toEqual(search(list, query, { limit: 50 }));
      }),
    );
  });

  it("has scores in (0, 1] that never rise, named tools first, and the same ones under every limit", () => {
    fc.assert(
      fc.property(
        catalog,
        fc.oneof(text, fc.string({ unit: "binary" })),
        fc.integer({ min: 0, max: 14 }),
        (list, query, limit) => {
          const { hits } = search(list, query, { limit: 200 });
          expect(hits.every(({ score }) => score > 0 && score <= 1)).toBe(true);
          const scores = hits.map(({ score }) => score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          expect(hits.map(({ exact }) => exact)).toEqual(
            hits.map(({ exact }) => exact).toSorted((a, b) => Number(b) - Number(a)),
          );
          expect(search(list, query, { limit }).hits).toEqual(hits.slice(0, limit));
        },
      ),
    );
  });
});
