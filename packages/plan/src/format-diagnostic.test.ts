import { describe, expect, test } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { formatCompact, formatDiagnostic } from "./format-diagnostic.ts";
import { parsePlan } from "./parse-plan.ts";

const text = "identifier: main\ndescription: x\nsteps:\n  - id: a\n    toool_name: fake__echo\n";
const [diagnostic] = parsePlan(text, { file: "plans/main.yaml" }).diagnostics as readonly [Diagnostic];

test("the compact form is one line", () => {
  expect(formatCompact(diagnostic)).toBe(
    "5:5 error schema/unknown-key `toool_name` is no key of a step. Did you mean `tool_name`? (fix: Rename it to `tool_name`)",
  );
  expect(formatCompact({ code: "input/invalid", severity: "error", message: "two\n  lines", at: "/n" })).toBe(
    "/n error input/invalid two lines",
  );
});

test("place, message, frame, fix and what follows", () => {
  expect(formatDiagnostic(diagnostic, { text })).toBe(
    [
      "plans/main.yaml:5:5 error schema/unknown-key",
      "  `toool_name` is no key of a step. Did you mean `tool_name`?",
      "",
      "  4 |   - id: a",
      "> 5 |     toool_name: fake__echo",
      "    |     ^^^^^^^^^^",
      "",
      "  fix: Rename it to `tool_name`",
      "  follows from it: schema/missing-key A step needs the key `tool_name`. A tool of the catalog, a plan (`plan__x`) or a control step. Literal.",
    ].join("\n"),
  );
});

test("parts are painted by the functions that are given", () => {
  const shown = formatDiagnostic(diagnostic, {
    text,
    color: { error: (part) => `[${part}]`, dim: (part) => `(${part})` },
  });
  expect(shown.split("\n")[0]).toBe("plans/main.yaml:5:5 [error] (schema/unknown-key)");
  expect(shown).toContain("[    |     ^^^^^^^^^^]");
});

describe("code frames", () => {
  function frame(line: string, from: number, to: number): string[] {
    const at: Diagnostic = {
      code: "ref/self",
      severity: "error",
      message: "x",
      line: 1,
      column: from + 1,
      endLine: 1,
      endColumn: to + 1,
      offset: from,
    };
    return formatDiagnostic(at, { text: line }).split("\n").slice(3);
  }

  function under(marked = "", carets = ""): string {
    return marked.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1);
  }

  test("a long line is shown around the place, at most 80 columns wide", () => {
    const line = `input: ${"x".repeat(300)}<<a.b>>${"y".repeat(300)}`;
    const [marked, carets] = frame(line, 307, 314);
    expect(marked?.length).toBeLessThanOrEqual(80);
    expect(marked).toMatch(/^> 1 \| …x+<<a\.b>>y+…$/);
    expect(under(marked, carets)).toBe("<<a.b>>");
  });

  test("the line above is cut at the same columns, `…` at the ends that go on", () => {
    const above = `${"0123456789".repeat(30)}\nshort`;
    const [first = "", second = ""] = above.split("\n");
    const shown = (before: string): string[] => {
      const at = { line: 2, column: 201, endLine: 2, endColumn: 206, offset: before.length + 201 };
      const text = `${before}\n${"x".repeat(200)}<<a>>${"y".repeat(100)}`;
      return formatDiagnostic({ code: "ref/self", severity: "error", message: "x", ...at }, { text })
        .split("\n")
        .slice(3);
    };
    const [before = "", marked = "", carets = ""] = shown(first);
    expect(before).toMatch(/^ {2}1 \| …\d{72}…$/);
    expect(marked).toMatch(/^> 2 \| …x+<<a>>y+…$/);
    expect(before.length).toBe(marked.length);
    // The digit above the first caret is that of its column.
    expect(before[carets.indexOf("^")]).toBe("0");
    expect(under(marked, carets)).toBe("<<a>>");
    expect(shown(second)[0]).toBe("  1 | …");
  });

  test("a character of two columns at the cut moves nothing", () => {
    const line = `${"问".repeat(150)}<<a.b>>${"y".repeat(100)}`;
    const [marked = "", carets = ""] = frame(line, 150, 157);
    expect(marked).toMatch(/^> 1 \| …/);
    const before = marked.slice(0, marked.indexOf("<<"));
    expect(carets.indexOf("^")).toBe(before.length + before.split("问").length - 1);
  });

  test("what was tried out and is not enough is no fix", () => {
    const suggestions = [{ title: "A", verified: true }, { title: "B", verified: false }, { title: "C" }];
    const shown = formatDiagnostic({ code: "ref/self", severity: "error", message: "x", suggestions });
    expect(shown.split("\n").slice(2)).toEqual(["  fix: A", "  maybe: B", "  fix: C"]);
  });

  test("a place at the end of a long line", () => {
    const line = `${"x".repeat(300)}<<a.b>>`;
    const [marked, carets] = frame(line, 300, 307);
    expect(under(marked, carets)).toBe("<<a.b>>");
  });

  test("control and invisible characters are shown as escapes, and the carets move with them", () => {
    const [marked, carets] = frame('a: "\u001b[31m\u202E" <<b>>', 12, 17);
    expect(marked).toBe('> 1 | a: "\\u001B[31m\\u202E" <<b>>');
    expect(under(marked, carets)).toBe("<<b>>");
  });

  test("characters of two columns", () => {
    const [, carets] = frame("问题: <<b>>", 4, 9);
    expect(carets).toBe("    |       ^^^^^");
  });

  test("a message cannot move the cursor", () => {
    const shown = formatDiagnostic({
      code: "tool/failed",
      severity: "error",
      message: "bad \u001b[2Jscreen\nnext line",
    });
    expect(shown).toBe("error tool/failed\n  bad \\u001B[2Jscreen\n  next line");
  });
});
