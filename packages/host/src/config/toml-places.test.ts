import * as fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { placesIn } from "./place.ts";
import { findTomlPlaces } from "./toml-places.ts";

const sample = `version = 1 # one
title = "a \\" # no comment"

[mcp.fs]
command = 'x'
args = ["a", 'b', """
c""", ["d"]] # list
env = { A = "1", "b.c" = '2' }
"quoted key" = 1979-05-27

[mcp.fs.tool_overrides.read]
a.b.c = 0x1F

[[list]]
x = 1
[[list]]
x = 2
[list.sub]
y = true
`;

const spelled = (pointer: string, of: "keys" | "values"): string | undefined => {
  const span = findTomlPlaces(sample)[of].get(pointer);
  return span === undefined ? undefined : sample.slice(span.start, span.end);
};

test.each([
  ["keys", "/version", "version"],
  ["values", "/version", "1"],
  ["values", "/title", '"a \\" # no comment"'],
  ["keys", "/mcp", "mcp"],
  ["keys", "/mcp/fs", "fs"],
  ["values", "/mcp/fs/command", "'x'"],
  ["values", "/mcp/fs/args/1", "'b'"],
  ["values", "/mcp/fs/args/2", '"""\nc"""'],
  ["values", "/mcp/fs/args/3/0", '"d"'],
  ["keys", "/mcp/fs/env/b.c", '"b.c"'],
  ["values", "/mcp/fs/env/b.c", "'2'"],
  ["values", "/mcp/fs/quoted key", "1979-05-27"],
  ["values", "/mcp/fs/tool_overrides/read/a/b/c", "0x1F"],
  ["keys", "/mcp/fs/tool_overrides/read/a/b", "b"],
  ["values", "/list/1/x", "2"],
  ["values", "/list/1/sub/y", "true"],
] as const)("%s of %s", (of, pointer, expected) => {
  expect(spelled(pointer, of)).toBe(expected);
});

test("a second table and a second key are duplicates, with all that belongs to them", () => {
  const text = "[mcp.a]\nx = 1\n[mcp.b]\n[mcp.a]\nx = 2\n[mcp.a.env]\ny = 1\n[mcp.c]\nz = 1\nz = 2\n";
  const { duplicates } = findTomlPlaces(text);
  expect(
    duplicates.map(({ kind, name, again, extent }) => [
      kind,
      name,
      placesIn(text, "f").placeOf(again).line,
      text.slice(extent.start, extent.end),
    ]),
  ).toEqual([
    ["table", "a", 4, "[mcp.a]\nx = 2\n[mcp.a.env]\ny = 1\n"],
    ["key", "z", 10, "z = 2"],
  ]);
});

test("any text ends, and nothing throws", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[[\]{}"'=,.#\n a-c\\]{0,60}$/u), (text) => {
      const { keys, values } = findTomlPlaces(text);
      for (const span of [...keys.values(), ...values.values()]) {
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 2000 },
  );
});

test("every leaf of a well-formed file has a place", () => {
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.stringMatching(/^[ -~]{0,10}$/u));
  const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/u);
  fc.assert(
    fc.property(fc.dictionary(name, fc.dictionary(name, leaf, { minKeys: 1 }), { minKeys: 1 }), (tables) => {
      const text = Object.entries(tables)
        .map(([table, entries]) => {
          const lines = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
          return [`[${table}]`, ...lines, ""].join("\n");
        })
        .join("\n");
      const { values, duplicates } = findTomlPlaces(text);
      expect(duplicates).toEqual([]);
      for (const [table, entries] of Object.entries(parse(text) as Record<string, Record<string, unknown>>)) {
        for (const [key, value] of Object.entries(entries)) {
          const span = values.get(`/${table}/${key}`);
          expect(JSON.parse(text.slice(span?.start, span?.end))).toEqual(value);
        }
      }
    }),
  );
});
