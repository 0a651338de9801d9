import { expect, it } from "vitest";
import { listTools } from "./list-tools.ts";

type Page = { readonly tools?: unknown; readonly nextCursor?: unknown } | Error;

/** A server with these pages; the cursor of a page is its number. */
async function listed(
  pages: readonly Page[],
  cursorOf: (cursor: string | undefined) => number = (cursor) => Number(cursor ?? 0),
): Promise<{ names: unknown[]; nameless: number; cut: string | undefined; asked: number }> {
  let asked = 0;
  const listing = await listTools(async ({ cursor }) => {
    asked += 1;
    const page = pages[cursorOf(cursor)];
    if (page instanceof Error) throw page;
    return page;
  });
  return { names: listing.tools.map(({ name }) => name), nameless: listing.nameless, cut: listing.cut, asked };
}

const tools = (...names: unknown[]): unknown[] => names.map((name) => ({ name }));

it.each<[string, Page[], Partial<Awaited<ReturnType<typeof listed>>>]>([
  ["one page", [{ tools: tools("a", "b") }], { names: ["a", "b"], cut: undefined, asked: 1 }],
  [
    "three pages",
    [{ tools: tools("a"), nextCursor: "1" }, { tools: tools("b"), nextCursor: "2" }, { tools: tools("c") }],
    { names: ["a", "b", "c"], cut: undefined },
  ],
  [
    "an empty page between",
    [{ tools: tools("a"), nextCursor: "1" }, { tools: [], nextCursor: "2" }, { tools: tools("c") }],
    { names: ["a", "c"], cut: undefined },
  ],
  ["a cursor that is empty", [{ tools: tools("a"), nextCursor: "" }], { names: ["a"], cut: undefined, asked: 1 }],
  ["a cursor that is null", [{ tools: tools("a"), nextCursor: null }], { names: ["a"], cut: undefined, asked: 1 }],
  [
    "a cursor that is a number",
    [{ tools: tools("a"), nextCursor: 1 }],
    { names: ["a"], cut: "page 1 has a cursor that is no text" },
  ],
  [
    "a cursor that repeats",
    [
      { tools: tools("a"), nextCursor: "1" },
      { tools: tools("b"), nextCursor: "1" },
    ],
    { names: ["a", "b"], cut: "the cursor of page 2 repeats, so the list would never end", asked: 2 },
  ],
  [
    "a later page that fails",
    [{ tools: tools("a"), nextCursor: "1" }, new Error("no")],
    { names: ["a"], cut: "page 2 could not be read" },
  ],
  ["a page without a list", [{ tools: "none" }], { names: [], cut: "page 1 holds no list of tools" }],
  [
    "entries that are no tools",
    [{ tools: [null, 1, "x", [], {}, { name: 1 }, { name: "a" }] }],
    { names: ["a"], nameless: 6 },
  ],
  ["one name twice on a page", [{ tools: tools("a", "a") }], { names: ["a", "a"] }],
  ["a method that does not exist", [Object.assign(new Error("no"), { code: -32601 })], { names: [], cut: undefined }],
])("%s", async (_what, pages, expected) => {
  expect(await listed(pages)).toMatchObject(expected);
});

it("rejects when the first page fails", async () => {
  await expect(listed([new Error("no")])).rejects.toThrow("no");
});

it("ends after a hundred pages that never end", async () => {
  let page = 0;
  const endless = {
    tools: tools("a"),
    get nextCursor(): string {
      return String((page += 1));
    },
  };
  expect(await listed([endless], () => 0)).toMatchObject({
    names: ["a"],
    cut: "it has more than 100 pages",
    asked: 100,
  });
});

it("ends after 5,000 tools", async () => {
  const many = tools(...Array.from({ length: 6000 }, (_, index) => `t${index}`));
  const result = await listed([{ tools: many }]);
  expect(result.names).toHaveLength(5000);
  expect(result.cut).toBe("it lists more than 5000");
});
