import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../diagnostic.ts";
import { parsePlan } from "../parse-plan.ts";

const head = "identifier: main\nname: Main\ndescription: One case.\n";
const step = "steps:\n  - id: a\n    tool_name: fake__echo\n";

interface Expected {
  readonly at: string;
  readonly text?: string;
  readonly has?: readonly string[];
  readonly severity?: string;
}

/** Every diagnostic as `line:column severity code`, in order. */
function listed(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`);
}

/** In what a text's diagnostics differ from the expected ones. */
function differences(text: string, expected: readonly Expected[], others: "none" | "free" = "none"): string[] {
  const { diagnostics } = parsePlan(text, { file: "plans/main.yaml" });
  const all = listed(diagnostics);
  const found: string[] = [];
  for (const { at, text: stands = "", has = [] } of expected) {
    const diagnostic = diagnostics[all.indexOf(at)];
    if (diagnostic === undefined) {
      found.push(`missing: ${at} among ${all.join(", ")}`);
      continue;
    }
    if (!text.startsWith(stands, diagnostic.offset)) found.push(`${at} is not ${stands}`);
    const words = `${diagnostic.message} ${JSON.stringify(diagnostic.suggestions)}`;
    found.push(...has.filter((one) => !words.includes(one)).map((one) => `${at} lacks ${one}`));
  }
  if (others === "none") found.push(...all.filter((one) => !expected.some(({ at }) => at === one)));
  return found;
}

describe("what is refused, each where it stands", () => {
  test("a map that merges itself", () => {
    expect(
      differences(`${head}steps:\n  - &A\n    id: a\n    tool_name: fake__echo\n    input: {<<: *A}\n`, [
        { at: "5:5 error yaml/anchor", text: "&A" },
        { at: "8:13 error yaml/merge-key", text: "<<: *A", has: ["merge"] },
        { at: "8:17 error yaml/alias", text: "*A" },
      ]),
    ).toEqual([]);
  });

  test("five hundred merge keys", () => {
    const steps = Array.from(
      { length: 500 },
      (_, index) => `  - {id: s${index}, tool_name: fake__echo, input: {<<: *B}}\n`,
    );
    const text = `base: &B {x: 1}\n${head}steps:\n${steps.join("")}`;
    expect(
      differences(
        text,
        [
          { at: "1:7 error yaml/anchor", text: "&B" },
          { at: "6:45 error yaml/merge-key", text: "<<: *B" },
          { at: "6:49 error yaml/alias", text: "*B" },
        ],
        "free",
      ),
    ).toEqual([]);
    const plan = parsePlan(text);
    expect(plan.diagnostics.length + plan.hidden).toBe(1002);
  });

  test("two merge keys in one map", () => {
    expect(
      differences(
        `a: &a {x: 1}\nb: &b {y: 2}\n${head}steps:\n  - id: s\n    tool_name: fake__echo\n    input:\n      <<: *a\n      <<: *b\n`,
        [
          { at: "1:1 error schema/unknown-key" },
          { at: "1:4 error yaml/anchor" },
          { at: "2:1 error schema/unknown-key" },
          { at: "2:4 error yaml/anchor" },
          { at: "10:7 error yaml/merge-key", text: "<<: *a", has: ["write the keys out"] },
          { at: "10:11 error yaml/alias" },
          { at: "11:7 error yaml/merge-key", text: "<<: *b" },
          { at: "11:11 error yaml/alias" },
        ],
      ),
    ).toEqual([]);
  });

  test("a key twice: the later one, the first related", () => {
    const text = `${head}${step}    input: {v: 1}\n    input: {v: 2}\n`;
    expect(differences(text, [{ at: "8:5 error yaml/duplicate-key", text: "input: {v: 2}" }])).toEqual([]);
    expect(parsePlan(text).diagnostics[0]?.related).toEqual([{ message: "it stands here first", line: 7, column: 5 }]);
    expect(parsePlan(text).data["steps"]).toEqual([{ id: "a", tool_name: "fake__echo", input: { v: 1 } }]);
  });

  test("a directive changes nothing but is refused", () => {
    const text = `%YAML 1.1\n---\n${head}${step}    input: {v: [no, off, "on"]}\noutput:\n  v: <<a.v>>\n`;
    expect(
      differences(text, [
        { at: "1:1 error yaml/directive", text: "%YAML 1.1" },
        { at: "9:17 warning yaml/yes-no", text: "no" },
        { at: "9:21 warning yaml/yes-no", text: "off" },
      ]),
    ).toEqual([]);
    expect(parsePlan(text).data["steps"]).toMatchObject([{ input: { v: ["no", "off", "on"] } }]);
  });

  test("an innocent alias gets plain words", () => {
    const text = `d: &d {retry: 3}\n${head}steps:\n  - {id: a, tool_name: fake__echo, input: {v: *d}}\n`;
    expect(
      differences(text, [
        { at: "1:1 error schema/unknown-key" },
        { at: "1:4 error yaml/anchor", text: "&d" },
        { at: "6:47 error yaml/alias", text: "*d", has: ["write the value out"] },
      ]),
    ).toEqual([]);
    expect(JSON.stringify(parsePlan(text).diagnostics)).not.toMatch(/attack|ReferenceError/);
  });

  test("tags, an odd alias, a second document", () => {
    expect(
      differences(`${head}${step}    input: {v: !!js/function "x", w: *!}\n`, [
        { at: "7:16 error yaml/tag", text: "!!js/function" },
        { at: "7:38 error yaml/alias", text: "*!" },
      ]),
    ).toEqual([]);
    expect(
      differences(`${head}${step}---\nidentifier: other\n`, [{ at: "7:1 error yaml/many-documents", text: "---" }]),
    ).toEqual([]);
    expect(
      differences(`${head}${step}...\nidentifier: other\n`, [{ at: "8:1 error yaml/many-documents", text: "i" }]),
    ).toEqual([]);
    expect(parsePlan(`---\n${head}${step}...\n`).diagnostics).toEqual([]);
  });

  test("a size over 256 KiB, counted in bytes", () => {
    const fits = `${head}${step}    input: {v: ${"é".repeat(100_000)}}\n`;
    expect(parsePlan(fits).diagnostics).toEqual([]);
    expect(listed(parsePlan(`${fits}${"# é\n".repeat(20_000)}`).diagnostics)).toEqual(["1:1 error yaml/too-big"]);
  });

  test("names of object machinery are plain keys inside data", () => {
    const { data } = parsePlan(`${head}${step}    input: {__proto__: {x: 1}, constructor: 2}\n`);
    const [{ input }] = data["steps"] as unknown as [{ input: object }];
    expect(Object.keys(input)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
    expect(JSON.stringify(input)).toBe('{"__proto__":{"x":1},"constructor":2}');
  });
});

describe("what YAML says in its own words", () => {
  const cases: [string, string, string, RegExp][] = [
    [
      "a second colon",
      `${head}${step}    input:\n      text: Note: remember the milk\n`,
      "8:13 error yaml/unquoted-colon",
      /Quote the value: 'Note: remember the milk'/,
    ],
    [
      "a tag before a colon",
      `${head}${step}    input:\n      text: hi <<input.x>>: y\n`,
      "8:13 error yaml/unquoted-colon",
      /Quote the value/,
    ],
    [
      "an escape for a tag",
      `${head}${step}    input:\n      text: "\\<<lit>>"\n`,
      "8:14 error yaml/bad-escape",
      /"\\\\<<"/,
    ],
    ["another escape", `${head}${step}    input: {path: "C:\\dir"}\n`, "7:22 error yaml/bad-escape", /single quotes/],
    ["an open bracket", `${head}${step}    input: {v: [1, 2}\n`, "7:21 error yaml/syntax", /./],
    ["an open quote", `${head}${step}    input: {v: "x}\n`, "7:16 error yaml/syntax", /quote .* not closed/],
    ["a tab", `${head}steps:\n\t- id: a\n`, "5:1 error yaml/syntax", /tab/],
    [
      "a text that begins oddly",
      `${head}${step}    input: {v: @x}\n`,
      "7:16 error yaml/syntax",
      /cannot begin with `@`/,
    ],
    [
      "a missing blank behind the colon",
      `${head}${step}    timeout:5s\n    on_error: fail\n`,
      "7:5 error yaml/syntax",
      /colon/,
    ],
    ["a list beside its key", `${head}steps: - id: a\n`, "4:8 error yaml/syntax", /line of its own/],
    ["text behind a quote", `${head}${step}    input:\n      v: 'it's'\n`, "8:14 error yaml/syntax", /closing quote/],
    ["a bracket too many", `${head}${step}    input: {v: 1}}\n`, "7:18 error yaml/syntax", /closes nothing/],
    ["a list as a key", `${head}${step}    input: {v: {[a]: 1}}\n`, "7:17 error yaml/syntax", /key must be a text/],
  ];
  test.each(cases)("%s", (_name, text, place, words) => {
    const { diagnostics } = parsePlan(text);
    expect(listed(diagnostics)).toEqual([place]);
    expect(diagnostics[0]?.message).toMatch(words);
    expect(diagnostics[0]?.message).not.toMatch(/block-seq-ind|scalar token|implicit|compact mapping/i);
  });

  const neighbours = "    tool_name: fake__echo\n";
  const apart: [string, string, string][] = [
    ["too shallow, in a step", `steps:\n  - id: a\n${neighbours}   input: {v: 1}\n`, "7:4"],
    ["too deep, behind a text", `steps:\n  - id: a\n${neighbours}     input: {v: 1}\n`, "7:6"],
    ["too deep, behind a text and a comment", `steps:\n  - id: a\n${neighbours}# x: y\n\n     input: {v: 1}\n`, "9:6"],
    ["too shallow, in a map", `${step}    input:\n      v: 1\n     w: 2\n`, "9:6"],
    ["too deep, in a map", `${step}    input:\n      v: 1\n        w: 2\n`, "9:9"],
    ["too deep, behind a list", `${step}    input:\n      v: [1]\n        w: 2\n`, "9:9"],
    ["a step that is too shallow", `${step} - id: b\n   tool_name: fake__echo\n`, "7:2"],
    ["a step that is a little deep", `${step}   - id: b\n     tool_name: fake__echo\n`, "7:4"],
    ["a key of the plan", `${step} output: {x: 1}\n`, "7:2"],
    ["the second key of a step", "steps:\n  - id: a\n   tool_name: fake__echo\n", "6:4"],
  ];
  test.each(apart)("a line in a column of its own: %s", (_name, text, place) => {
    const { diagnostics } = parsePlan(head + text);
    expect(listed(diagnostics)).toEqual([`${place} error yaml/syntax`]);
    expect(diagnostics[0]?.message).toMatch(
      /^This line begins in column \d and does not stand in the column of its neighbours/,
    );
    expect((head + text)[diagnostics[0]?.offset ?? 0]).toMatch(/[a-z-]/);
  });

  test("the first line of a file in a column of its own brings one problem, not one a token", () => {
    expect(listed(parsePlan(`  identifier: main\ndescription: x\nsteps: []\n`).diagnostics)).toEqual([
      "2:1 error yaml/syntax",
    ]);
  });

  test("behind a second colon everything else is found, and nothing that is there is missing", () => {
    const text =
      "identifier: main\ndescription: Reads: a file: b\nname: x: y\nsteps:\n  - {id: a, tool_nam: fake__echo}\n  - id: b\n    tool_name: fake__echo\n    input:\n      text: Note: <<c.d>>\n      more: <<a b c>>\n";
    const plan = parsePlan(text);
    expect(listed(plan.diagnostics)).toEqual([
      "2:14 error yaml/unquoted-colon",
      "3:7 error yaml/unquoted-colon",
      "5:13 error schema/unknown-key",
      "9:13 error yaml/unquoted-colon",
      "10:13 error template/unknown-helper",
    ]);
    expect(plan.data).toMatchObject({
      description: "Reads: a file: b",
      steps: [{}, { input: { text: "Note: <<c.d>>" } }],
    });
    expect(plan.damaged).toEqual(["/description", "/name", "/steps/1/input/text", "/steps/1/input/more"]);
  });

  test("a second colon in a flow map ends with its value", () => {
    const { diagnostics } = parsePlan("{identifier: main, description: Reads: a, name: b, steps: []}\n");
    expect(listed(diagnostics)).toEqual(["1:33 error yaml/unquoted-colon"]);
    expect(diagnostics[0]?.message).toContain("'Reads: a'");
  });

  test("with a broken line nothing is missing that may stand behind it", () => {
    expect(listed(parsePlan("identifier: main\ndescription: 'x\nsteps: []\n").diagnostics)).toEqual([
      "2:14 error yaml/syntax",
    ]);
  });

  test("what stands before the broken line is still looked at, what is behind it is not", () => {
    const { diagnostics, damaged } = parsePlan(
      `identifer: main\ndescription: x\nsteps:\n  - id: a\n    tool_name: [x\noutptu: 1\n`,
    );
    expect(listed(diagnostics).slice(0, 1)).toEqual(["1:1 error schema/unknown-key"]);
    expect(diagnostics.filter(({ code }) => code.startsWith("schema/"))).toHaveLength(1);
    expect(damaged).toEqual([""]);
  });
});

describe("warnings about values", () => {
  test("numbers that YAML would change", () => {
    expect(
      differences(
        `${head}${step}    input: {version: 1.10, zip: 01234, big: 12345678901234567890, t: 12:30, ok: 1.5, half: .5, less: -3}\n`,
        [
          { at: "7:22 warning yaml/lossy-number", text: "1.10", has: ["1.1", "uote it"] },
          { at: "7:33 warning yaml/lossy-number", text: "01234,", has: ["1234"] },
          { at: "7:45 warning yaml/lossy-number", text: "12345678901234567890" },
        ],
      ),
    ).toEqual([]);
  });

  test("what JSON has no number for is an error", () => {
    const plan = parsePlan(`${head}${step}    input: {a: .nan, b: -.inf, c: 1e999, d: NaN}\n`);
    expect(listed(plan.diagnostics)).toEqual([
      "7:16 error yaml/lossy-number",
      "7:25 error yaml/lossy-number",
      "7:35 error yaml/lossy-number",
    ]);
    expect(plan.damaged).toEqual(["/steps/0/input/a", "/steps/0/input/b", "/steps/0/input/c"]);
    expect(plan.data["steps"]).toMatchObject([{ input: { a: null, b: null, c: null, d: "NaN" } }]);
  });

  test.each([
    ["texts", "exemplars: [yes, no]\nsteps: []\n"],
    ["the name of a plan", "steps: []\nrequires_servers: [on]\n"],
    ["a step's description", `${step}    description: no\n`],
    [
      "what a schema says of itself",
      "input_schema: {title: yes, required: [y], properties: {y: {description: no}}}\nsteps: []\n",
    ],
  ])("words in %s are words", (_name, text) => {
    expect(parsePlan(head + text).diagnostics).toEqual([]);
  });

  test("names may be called y and n", () => {
    expect(
      parsePlan(`${head}steps:\n  - id: n\n    tool_name: fake__echo\n  - id: b\n    tool_name: x__y\n    needs: [n]\n`)
        .diagnostics,
    ).toEqual([]);
  });

  test("invisible characters, but not those of emoji or written as escapes", () => {
    expect(
      differences(`${head}${step}    input: {a: "x\u200By", b: "\\u200B", c: "👩‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿", d: a\u00A0b}\n`, [
        { at: "7:16 warning yaml/invisible", text: '"x', has: ["U+200B"] },
        { at: "7:69 warning yaml/invisible", has: ["U+00A0"] },
      ]),
    ).toEqual([]);
  });
});

describe("tags that YAML takes apart", () => {
  const lints: [string, string, string, string][] = [
    ["braces are a map", "v: {{input.x}}", "8:10 error template/braces-map", "{{input.x}}"],
    ["braces with more behind them", "v: {{ x }} more", "8:10 error template/braces-map", "{{ x }}"],
    ["a block in braces", "v: {{#if x}} a {{/if}}", "8:10 error template/braces-map", "{{#if x}}"],
    ["braces around a tag", "v: {<<a.b>>}", "8:11 error template/braces-map", "<<a.b>>"],
    ["a comma in a flow map", 'v: {a: <<join n ", ">>, b: 1}', "8:14 error template/cut-by-flow", '<<join n ", ">>'],
    ["a bracket in a flow list", "v: [<<items[0]>>]", "8:11 error template/cut-by-flow", "<<items[0]>>"],
    ["a comment in a tag", "v: << #each xs>>a<</each>>", "8:10 error template/cut-by-comment", "<< #each xs>>"],
    [
      "a comment in a text of a tag",
      'v: <<default a " #b">>',
      "8:10 error template/cut-by-comment",
      '<<default a " #b">>',
    ],
    ["a tag over two lines", "v: x <<input\n        .y>> z", "8:12 error template/syntax", "<<input"],
    [
      "a tag over two lines of a quoted text",
      'v: "x <<upper\n        input.y>> z"',
      "8:13 error template/syntax",
      "<<upper",
    ],
    [
      "a tag over two lines of a folded text",
      "v: >\n        x <<upper\n        input.y>>",
      "9:11 error template/syntax",
      "<<upper",
    ],
  ];
  test.each(lints)("%s", (_name, line, place, tag) => {
    const text = `${head}${step}    input:\n      ${line}\n      w: <<input.w>>\n`;
    const { diagnostics, damaged } = parsePlan(text);
    expect(listed(diagnostics)).toEqual([place]);
    expect(diagnostics[0]?.template).toBe(tag);
    expect(text.slice(diagnostics[0]?.offset).startsWith(tag)).toBe(true);
    expect(damaged.some((pointer) => pointer === "" || pointer.startsWith("/steps/0/input"))).toBe(true);
  });

  const harmless = [
    "v: [<<a>>, <<b.c>>]",
    "v: {a: <<x.y>>, b: '<<join n \", \">>'}",
    'v: <<join names ", ">>',
    "v: <<#each xs>>…<</each>>",
    "v: <<a>> # a comment >>",
    "v: cat <<EOF # no tag >>",
    "v: |\n        cat <<EOF\n        text >>log\n        EOF",
    'v: "{{x}}"',
    "v: hi {{x}}",
    "v: 1 << 2 # >> 3",
  ];
  test.each(harmless)("nothing is said of %s", (line) => {
    const found = parsePlan(`${head}${step}    input:\n      ${line}\n`).diagnostics;
    expect(found.filter(({ code }) => /cut-by|braces-map|yaml\//.test(code))).toEqual([]);
  });
});
