import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLocator, parsePlan } from "./parse-plan.ts";
import { parseTemplate } from "./template/parse.ts";

const plan = `identifier: main
description: One case.
finish:
  output:
    v: <<a.v>>
steps:
  - id: a
    toolName: fake__echo
    input:
      list: [1, "<<input.x>>", {deep: 'it''s <<input.y>>'}]
      empty:
      "quoted key": 1
      1: one
      text: |
        first <<input.one>>
          second <<input.two>>
`;

function at(pointer: string, options = {}, text = plan): string {
  const place = createLocator(text, "plans/main.yaml").at(pointer, options);
  if (place === undefined) return "nowhere";
  const line = text.split("\n")[place.line - 1] ?? "";
  return `${place.line}:${place.column} ${line.slice(place.column - 1, place.endLine === place.line ? place.endColumn - 1 : undefined)}`;
}

describe("places by JSON Pointer", () => {
  test.each([
    ["/identifier", {}, "1:13 main"],
    ["/identifier", { key: true }, "1:1 identifier"],
    ["/steps/0/id", {}, "7:9 a"],
    ["/steps/0", {}, "7:5 id: a"],
    ["/steps/0", { firstKey: true }, "7:5 id"],
    ["/steps/0/input/list/0", {}, "10:14 1"],
    ["/steps/0/input/list/1", {}, '10:17 "<<input.x>>"'],
    ["/steps/0/input/list/1", { tagStart: 0, tagEnd: 11 }, "10:18 <<input.x>>"],
    ["/steps/0/input/list/2/deep", { tagStart: 5, tagEnd: 16 }, "10:46 <<input.y>>"],
    ["/steps/0/input/text", { tagStart: 6, tagEnd: 19 }, "15:15 <<input.one>>"],
    ["/steps/0/input/text", { tagStart: 29, tagEnd: 42 }, "16:18 <<input.two>>"],
    ["/steps/0/input/quoted key", { key: true }, '12:7 "quoted key"'],
    ["/steps/0/input/1", {}, "13:10 one"],
  ])("%s %j", (pointer, options, expected) => {
    expect(at(pointer, options)).toBe(expected);
  });

  test("a value that is not written is its key", () => {
    expect(at("/steps/0/input/empty")).toBe("11:7 empty");
  });

  test("what does not exist is its nearest parent", () => {
    expect(at("/steps/0/input/list/9/x", { key: true })).toBe("10:7 list");
    expect(at("/nothing/at/all")).toBe("1:1 identifier: main");
  });

  test("old spellings are found under their new name", () => {
    expect(at("/steps/0/tool_name")).toBe("8:15 fake__echo");
    expect(at("/steps/0/tool_name", { key: true })).toBe("8:5 toolName");
    expect(at("/output/v")).toBe("5:8 <<a.v>>");
  });

  test("a plan that was built as data has no places", () => {
    expect(parsePlan({ identifier: "x", description: "x", steps: [] }).locator.at("/steps")).toBeUndefined();
  });
});

// Writes a value as a scalar of one style. The value has no blanks at the ends of its lines, which some styles cannot hold.
const styles: Readonly<Record<string, (value: string) => string | undefined>> = {
  plain: (value) => (/[\n'"\\#:[\]{},]|^[^a-z<]|<<$|\s$/.test(value) ? undefined : value),
  "plain over lines": (value) =>
    /[\n'"\\#:[\]{},]|^[^a-z]|\s$/.test(value) ? undefined : value.replaceAll(/(?<=[a-z]) (?=[a-z])/g, "\n      "),
  "single quotes": (value) => (value.includes("\n") ? undefined : `'${value.replaceAll("'", "''")}'`),
  "single quotes over lines": (value) =>
    value.includes("\n")
      ? undefined
      : `'${value.replaceAll("'", "''").replaceAll(/(?<=[a-z]) (?=[a-z])/g, "\n      ")}'`,
  "double quotes": (value) => JSON.stringify(value),
  "double quotes, escapes": (value) =>
    `"${Array.from(value, (character) => (/[<>a-y]/.test(character) ? character : escape(character))).join("")}"`,
  "double quotes, cut lines": (value) => JSON.stringify(value).replaceAll(/(?<=[a-z]) (?=[a-z])/g, "\\\n       \\ "),
  literal: (value) => (/^\s|\s$/.test(value) ? undefined : `|\n${indent(value, 8)}`),
  "literal, kept, with an indentation": (value) => (/\s$/.test(value) ? undefined : `|2+\n${indent(value, 6)}\n\n`),
  folded: (value) => (/^\s|\s$/.test(value) ? undefined : `>-\n${indent(value.replaceAll("\n", "\n\n"), 7)}`),
  "literal with CRLF": (value) =>
    /^\s|\s$/.test(value) ? undefined : `|\r\n${indent(value, 8).replaceAll("\n", "\r\n")}`,
};

function escape(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

function indent(value: string, by: number): string {
  return value.replaceAll(/^(?=.)/gm, " ".repeat(by));
}

const piece = fc.constantFrom(
  "word",
  "two words",
  "it's",
  'a "quote"',
  "é",
  "🏳️",
  "\n",
  "\nmore ",
  "a b c d",
  "<",
  "x: y",
  "back\\slash",
  "#",
);
const tag = fc.constantFrom("<<a.b>>", "<<input.x>>", "<<upper a.b>>", "{{a.b}}", '<<default a.b "x">>');
const plainTexts = fc
  .array(fc.constantFrom("word", "two words", "é", "<<a.b>>", "<<input.x>>", "{{a.b}}"), { minLength: 1, maxLength: 8 })
  .map((parts) => ["some", ...parts].join(" "));
const texts = fc.array(fc.oneof(piece, tag), { minLength: 1, maxLength: 8 }).map((parts) =>
  parts
    .join(" ")
    .replaceAll(/[ \n]+\n/g, "\n")
    .replaceAll(/\n[ \n]+/g, "\n"),
);

describe("a tag is found in a scalar of any style", () => {
  test.each(Object.keys(styles))("%s", (style) => {
    let tried = 0;
    fc.assert(
      fc.property(style.startsWith("plain") ? plainTexts : texts, (value) => {
        const scalar = styles[style]?.(value);
        if (scalar === undefined) return;
        const text = `identifier: main\ndescription: x\nsteps: []\noutput:\n    v:\n    - ${scalar}\n    - after\n`;
        const parsed = parsePlan(text);
        const read = (parsed.data["output"] as unknown as { v: string[] } | undefined)?.v[0];
        if (typeof read !== "string" || parsed.damaged.length > 0) return;
        for (const node of parseTemplate(read).nodes) {
          if (node.type === "text") continue;
          tried++;
          const place = parsed.locator.at("/output/v/0", { tagStart: node.start, tagEnd: node.end });
          const found = text.slice(place?.offset);
          const written = read.slice(node.start, node.end);
          const escaped = style === "double quotes, escapes" ? written.replaceAll("{", "\\x7b") : written;
          expect(found.slice(0, 2)).toBe(escaped.slice(0, 2));
          // Escapes and cut lines inside a tag make it longer in the source.
          const longer = /escapes|lines/.test(style) || written.includes('"');
          expect(longer || found.startsWith(written)).toBe(true);
          expect(longer || (place?.endColumn ?? 0) - (place?.column ?? 0) === written.length).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(tried).toBeGreaterThan(20);
  });
});
