import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePlan } from "../parse-plan.ts";

const deep: [string, string, number][] = [
  ["opening brackets", `steps: ${"[".repeat(5000)}\n`, 1],
  ["closed brackets", `steps: ${"[".repeat(5000)}${"]".repeat(5000)}\n`, 1],
  ["braces", `steps: ${"{a: ".repeat(3000)}1${"}".repeat(3000)}\n`, 1],
  ["dashes", `steps:\n  ${"- ".repeat(5000)}x\n`, 2],
  ["maps", Array.from({ length: 300 }, (_, index) => `${" ".repeat(index)}a:\n`).join(""), 65],
  ["question marks", `${"? ".repeat(5000)}x\n`, 1],
  ["colons", `${": ".repeat(5000)}x\n`, 1],
  ["keys on one line", `${"a: ".repeat(3000)}x\n`, 1],
  ["keys on one line of a list", `[${"a: ".repeat(3000)}x\n`, 1],
  ["lists and maps", `${"- a: ".repeat(3000)}x\n`, 1],
];

describe("nesting that would end the stack of the parser", () => {
  test.each(deep)("%s", (_name, text, line) => {
    const started = performance.now();
    const { diagnostics, broken } = parsePlan(text);
    expect(diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.line])).toEqual([["yaml/too-deep", line]]);
    expect(broken).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test("broken indentation that nests with every line", () => {
    for (const unit of ["a: :\n:\n", "a:\n?\n", "\n\n?\n- a: ? ", "a: a: a: |\n", ", a:\n:\n"]) {
      const { broken, diagnostics } = parsePlan(unit.repeat(3000));
      expect(broken).toBe(true);
      expect(diagnostics.length).toBeLessThanOrEqual(400);
    }
  });

  test("the process is alive after the second such file", () => {
    const script = `
      const { parsePlan } = await import(${JSON.stringify(new URL("../parse-plan.ts", import.meta.url).href)});
      for (let time = 0; time < 3; time++) parsePlan("? ".repeat(5000) + "x\\n");
      for (let time = 0; time < 3; time++) parsePlan("[a: ".repeat(60000));
      for (let time = 0; time < 3; time++) parsePlan("a: :\\n:\\n".repeat(10000));
      console.log("alive");
    `;
    const run = spawnSync(
      process.execPath,
      ["--conditions=@graph/source", "--import", "tsx", "--input-type=module", "-e", script],
      {
        encoding: "utf8",
        cwd: new URL("../..", import.meta.url),
      },
    );
    expect([run.status, run.stdout.trim(), run.stderr]).toEqual([0, "alive", ""]);
  });
});

describe("64 levels", () => {
  function nested(levels: number, style: "flow" | "block" | "list"): string {
    const inner = levels - 3;
    const value =
      style === "flow"
        ? `${"[".repeat(inner)}${"]".repeat(inner)}`
        : style === "list"
          ? `\n      ${"- ".repeat(inner)}x`
          : `\n${Array.from({ length: inner }, (_, index) => `${" ".repeat(8 + index)}a:`).join("\n")} 1`;
    return `identifier: main\ndescription: x\noutput:\n  v:\n    w: ${value}\nsteps: []\n`;
  }
  test.each(["flow", "block", "list"] as const)("are read, 65 are not: %s", (style) => {
    expect(parsePlan(nested(64, style)).diagnostics).toEqual([]);
    expect(parsePlan(nested(65, style)).diagnostics.map(({ code }) => code)).toEqual(["yaml/too-deep"]);
  });

  test("brackets inside texts, quotes and comments do not count", () => {
    const brackets = "[{".repeat(200);
    const text = `identifier: main\ndescription: x\nsteps: []\noutput:\n  a: "${brackets}"\n  b: '${brackets}'\n  c: |\n    ${brackets}\n  d: x ${brackets} # ${brackets}\n`;
    expect(parsePlan(text).diagnostics).toEqual([]);
  });
});

test("texts of YAML's own signs never throw and have their problems inside the text", () => {
  const signs = [
    "- ",
    "? ",
    ": ",
    "a: ",
    "a",
    "\n",
    " ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    '"',
    "'",
    "#",
    "&b ",
    "*b",
    "!t ",
    "|\n",
    ">-\n",
  ];
  const more = [
    "---\n",
    "...\n",
    "%Y\n",
    "<<a>>",
    "{{a}}",
    "<<",
    "\t",
    "\r\n",
    "\\",
    "é",
    "\u0000",
    "\u001f",
    "\uFEFF",
    "<<: ",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs, ...more), { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      const lines = text.split("\n");
      for (const { line, column } of parsePlan(text).diagnostics) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual(lines[line! - 1]?.length || 1);
      }
    }),
    { numRuns: 1000 },
  );
});
