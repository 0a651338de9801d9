import { describe, expect, it, test } from "vitest";
import type { Catalog, CatalogEntry } from "../catalog.ts";
import { checkPlan } from "../check-plan.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import { parsePlan } from "../parse-plan.ts";
import { compileTemplate } from "../template/compile.ts";
import { parseTemplate } from "../template/parse.ts";
import { applyPatch } from "./apply-patch.ts";

const tool = (name: string, inputSchema: JsonObject = { type: "object" }): CatalogEntry => ({
  name,
  description: name,
  inputSchema,
  owner: name.startsWith("plan__") ? { kind: "plan", identifier: name.slice(6) } : { kind: "user", namespace: "fake" },
  readOnly: true,
  repeatable: true,
});
const send: JsonObject = {
  type: "object",
  required: ["to"],
  properties: { to: { type: "string" }, urgent: { type: "boolean" }, any: { type: ["boolean", "string"] } },
  additionalProperties: false,
};
const tools = [tool("fake__echo"), tool("fake__send", send)];

/** A catalog with these plans, called by their identifiers. */
function catalogOf(...texts: readonly string[]): Catalog {
  const plans = new Map(texts.map((text) => parsePlan(text)).map((plan) => [`plan__${plan.identifier}`, plan]));
  const entries = new Map([...tools, ...[...plans.keys()].map((name) => tool(name))].map((one) => [one.name, one]));
  return {
    get: (name) => entries.get(name),
    entries: () => entries.values(),
    servers: () => [],
    plan: (name) => plans.get(name),
  };
}

const head = (identifier: string): string => `identifier: ${identifier}\ndescription: One case.\n`;
const check = (text: string, ...plans: readonly string[]): readonly Diagnostic[] =>
  checkPlan(parsePlan(text), catalogOf(text, ...plans)).diagnostics;
const listed = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ severity, code, path = "" }) => `${severity} ${code} ${path}`);
const only = (diagnostics: readonly Diagnostic[]): Diagnostic => {
  const [first] = diagnostics;
  if (first === undefined || diagnostics.length > 1) throw new Error(`Not one: ${listed(diagnostics).join(", ")}`);
  return first;
};
/** What a plan has after its first suggestion was taken. */
const after = (text: string, diagnostic: Diagnostic): readonly Diagnostic[] =>
  checkPlan(parsePlan(applyPatch(parsePlan(text).data, diagnostic.suggestions?.[0]?.patch ?? []) ?? {}), catalogOf())
    .diagnostics;

describe("what is offered instead of a missing plan", () => {
  const calls = (identifier: string, called: string): string =>
    `${head(identifier)}steps:\n  - {id: a, tool_name: ${called}}\n`;

  it("is never the plan itself, nor one a digit away", () => {
    const { message, suggestions } = only(check(calls("p4", "plan__p1"), calls("p2", "fake__echo")));
    expect(message).toBe("There is no tool `plan__p1`. `graph tools search` finds tools by what they do.");
    expect(suggestions).toEqual([]);
  });

  it("is no plan that calls back, directly or not", () => {
    const found = check(
      calls("reports", "plan__report"),
      calls("reporter", "plan__other"),
      calls("other", "plan__reports"),
      calls("reporting", "fake__echo"),
    ).filter(({ code }) => code === "tool/unknown");
    expect(only(found).suggestions).toEqual([
      {
        title: "Call `plan__reporting`",
        patch: [{ op: "replace", path: "/steps/0/tool_name", value: "plan__reporting" }],
        verified: true,
      },
    ]);
  });

  it("is called verified only when nothing else is wrong with it then", () => {
    const text = `${head("main")}steps:\n  - {id: a, tool_name: fake__sned, input: {too: x}}\n`;
    expect(only(check(text)).suggestions?.map(({ title, verified }) => [title, verified])).toEqual([
      ["Call `fake__send`", false],
    ]);
  });

  it("is no need that closes a ring", () => {
    const steps =
      "steps:\n  - {id: first, tool_name: fake__echo, needs: [loadd]}\n  - {id: loaded, tool_name: fake__echo, input: {v: <<first>>}}\n  - {id: load, tool_name: fake__echo}\n";
    expect(only(check(head("main") + steps)).suggestions?.map(({ title }) => title)).toEqual(["Wait for `load`"]);
  });

  it("is no earlier step that waits for the one that would read it", () => {
    const steps =
      "steps:\n  - {id: early, tool_name: fake__echo, needs: [late]}\n  - {id: late, tool_name: fake__echo, input: {v: <<erly>>}}\n";
    expect(only(check(head("main") + steps)).suggestions).toBeUndefined();
  });
});

describe("an output that reads what may be skipped", () => {
  const steps =
    "input_schema: {type: object, properties: {go: {type: boolean}}}\nsteps:\n  - {id: a, tool_name: fake__echo, if: <<input.go>>}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.x>>}}\n  - {id: c, tool_name: fake__echo, input: {v: <<default b.x 1>>}}\n  - {id: d, tool_name: fake__echo, on_error: continue}\n  - {id: e, tool_name: fake__echo, if: true}\n  - {id: l, tool_name: map, input: {over: [1], do: {tool_name: fake__echo, input: {v: <<a.x>>}}}}\n  - {id: used, tool_name: fake__echo, needs: [a, b, c, d, e, l]}\n";
  const output = (value: string): readonly Diagnostic[] =>
    check(`${head("main")}${steps}output:\n  x: ${value}\n  used: <<used>>\n`).filter(
      ({ code }) => code !== "step/gate-constant",
    );

  it.each([
    ["<<a.x>>", "it has an `if`", "<<default a.x null>>"],
    ["'{{a.x}}'", "it has an `if`", "{{default a.x null}}"],
    ["hi <<a.x>>!", "it has an `if`", "hi <<default a.x null>>!"],
    ["<<b>>", "it reads `a`, which may have none", "<<default b null>>"],
    ["<<upper d.x>>", "its `on_error` is `continue`", "<<default (upper d.x) null>>"],
    ['"<<#if a.x>>y<</if>>"', "it has an `if`", "<<#if (default a.x null)>>y<</if>>"],
    ['"<<#each a.xs>>y<</each>>"', "it has an `if`", "<<#each (default a.xs null)>>y<</each>>"],
  ])("%s", (value, reason, written) => {
    const { code, severity, path, message, suggestions } = only(output(value));
    expect([code, severity, path]).toEqual(["ref/missing-step", "warning", "/output/x"]);
    expect(message).toContain(`may have no result, because ${reason}; \`output\` fails then`);
    expect(suggestions).toMatchObject([{ patch: [{ path: "/output/x", value: written }], verified: true }]);
  });

  it.each([
    "<<default a.x null>>",
    "<<exists a>>",
    "<<coalesce a.x b.x 1>>",
    "<<c>>",
    "<<e.x>>",
    "<<l.results>>",
    '"<<#if (exists a)>><<a.x>><</if>>"',
    "<<and (exists a) (eq a.x 1)>>",
  ])("%s is guarded", (value) => {
    expect(output(value)).toEqual([]);
  });
});

describe("an output that cannot be what output_schema says", () => {
  const closed =
    "{type: object, required: [urgent], properties: {urgent: {type: string}}, additionalProperties: false}";
  const plan = (schema: string, rest: string): string =>
    `${head("main")}output_schema: ${schema}\nsteps:\n  - {id: a, tool_name: fake__echo, output_schema: {type: object, properties: {n: {type: integer}}}}\n  - {id: z, tool_name: fake__echo, input: {v: <<a>>}, needs: []}\n  - {id: e, tool_name: fake__echo, needs: [z]}\n${rest}`;
  const errors = (text: string): string[] =>
    listed(check(text).filter(({ severity }) => severity === "error")).map((one) => one.replace("error ", ""));

  it.each([
    ["a key that is missing", closed, "output: {}\n", ["tool/output-mismatch /output"]],
    ["no output", closed, "", ["tool/output-mismatch /output_schema"]],
    ["a literal of another type", closed, "output: {urgent: 5}\n", ["tool/output-mismatch /output/urgent"]],
    ["a tag of another type", closed, "output: {urgent: <<a.n>>}\n", ["tool/output-mismatch /output/urgent"]],
    ["a key too many", closed, "output: {urgent: x, more: <<a.n>>}\n", ["tool/output-mismatch /output/more"]],
    [
      "a part of a list",
      "{properties: {l: {items: {required: [x]}}}}",
      "output:\n  l:\n    - {y: <<a.n>>}\n",
      ["tool/output-mismatch /output/l/0"],
    ],
    [
      "what an exit gives",
      closed,
      "  - {id: x, tool_name: exit, input: {output: {urgent: 5}}}\noutput: {urgent: x}\n",
      ["tool/output-mismatch /steps/3/input/output/urgent"],
    ],
    [
      "what an exit with an error gives",
      closed,
      "  - {id: x, tool_name: exit, input: {status: error, output: {}}}\noutput: {urgent: x}\n",
      [],
    ],
    [
      "no output, with an exit that has one",
      closed,
      "  - {id: x, tool_name: exit, input: {output: {urgent: x}}}\n",
      [],
    ],
    ["no output where null will do", "{type: [object, 'null'], required: [x]}", "", []],
    ["what is not known", closed, "output: {urgent: <<e.x>>}\n", []],
    ["what fits one of several forms", "{anyOf: [{required: [x]}, {required: [y]}]}", "output: {y: <<a.n>>}\n", []],
  ])("%s", (_title, schema, rest, expected) => {
    expect(errors(plan(schema, rest))).toEqual(expected);
  });

  it("offers the conversion, and the right key", () => {
    const wrong = check(plan(closed, "output: {urgent: <<a.n>>}\n")).find(({ severity }) => severity === "error");
    expect(wrong?.message).toBe(
      "By `output_schema`, `urgent` of `output` must be a string, and `<<a.n>>` is an integer.",
    );
    expect(wrong?.suggestions).toMatchObject([{ patch: [{ value: "<<string a.n>>" }], verified: true }]);
    const errors = check(plan(closed, "output: {urgant: x}\n")).filter(({ severity }) => severity === "error");
    expect(errors.flatMap(({ suggestions = [] }) => suggestions)).toMatchObject([
      { title: "Rename it to `urgent`", verified: true },
    ]);
  });
});

describe("a tag where a map belongs", () => {
  const one = "steps:\n  - {id: a, tool_name: fake__echo}\n";

  it.each([
    ["output: <<a>>\n", "`output` must be a map, not a text. Write `output: {result: <<a>>}`.", { result: "<<a>>" }],
    [
      "  - {id: b, tool_name: fake__send, input: <<a.x>>}\noutput: {b: <<b>>}\n",
      "`input` must be a map, not a text. Write `input: {name: <<a.x>>}` with the argument's own name.",
      { to: "<<a.x>>" },
    ],
    [
      "  - {id: b, tool_name: fake__echo, input: [<<a>>]}\noutput: {b: <<b>>}\n",
      "`input` must be a map, not a list. Write `input: {name: …}` with the argument's own name.",
      { value: ["<<a>>"] },
    ],
  ])("%s", (rest, message, value) => {
    const text = head("main") + one + rest;
    const found = only(check(text));
    expect([found.code, found.message]).toEqual(["schema/bad-value", message]);
    expect(found.suggestions).toMatchObject([{ patch: [{ value }], verified: true }]);
    expect(after(text, found)).toEqual([]);
  });

  it("takes the name from output_schema", () => {
    const text = `${head("main")}output_schema: {type: object, required: [sum]}\n${one}output: <<a>>\n`;
    expect(only(check(text)).suggestions).toMatchObject([
      { title: "Write `output: {sum: <<a>>}`", patch: [{ value: { sum: "<<a>>" } }], verified: true },
    ]);
  });
});

test("a list that ran out says what to do", () => {
  const told = (v: readonly number[], text: string): unknown => {
    try {
      return compileTemplate(parseTemplate(text))({ read: () => ({ v }) });
    } catch (error) {
      return (error as Error).message;
    }
  };
  const advice = "Give a fallback with `default`, or test it with `exists`.";
  expect(told([], "<<j.v.0>>")).toBe(`\`j.v\` has no items, so there is no item 0. ${advice}`);
  expect(told([1, 2], "<<j.v.2>>")).toBe(`\`j.v\` has 2 items, so there is no item 2: the last one is 1. ${advice}`);
});

describe("names in blocks, and helpers without arguments", () => {
  const items =
    "input_schema: {type: object, properties: {xs: {type: array, items: {type: object, additionalProperties: false, properties: {title: {}, tags: {type: array, items: {type: string}}, sub: {type: object, additionalProperties: false, properties: {key: {}}}}}}, open: {type: array}}}\n";
  const found = (text: string): Diagnostic[] =>
    check(
      `${head("main")}${items}steps:\n  - {id: a, tool_name: fake__echo, input: {v: '${text}', w: '<<input.open>>', x: '<<input.xs>>'}}\n`,
    ).filter(({ severity }) => severity !== "note");

  it.each([
    [
      "<<#each input.xs>><<titel>><</each>>",
      "<<titel>>",
      "The current item has no field `titel`. Did you mean `title`?",
    ],
    ["<<#input.xs>><<titel>><</input.xs>>", "<<titel>>", "The current item has no field `titel`."],
    ["<<#each input.xs>><<this.titel>><</each>>", "<<this.titel>>", "The current item has no field `titel`."],
    ["<<#with input.xs.0>><<sub.keys>><</with>>", "<<sub.keys>>", "`sub` has no field `keys`. Did you mean `key`?"],
    [
      "<<#each input.xs>><<#each tags>><<titel>><</each>><</each>>",
      "<<titel>>",
      "The current item has no field `titel`. Did you mean `title`? It has: title, tags, sub.",
    ],
    [
      "<<#each input.xs>><<#each tag>>x<</each>><</each>>",
      "<<#each tag>>",
      "The current item has no field `tag`. Did you mean `tags`?",
    ],
    [
      '<<#each (sort_by list=input.xs key="title")>><<titel>><</each>>',
      "<<titel>>",
      "The current item has no field `titel`.",
    ],
    [
      "<<#each input.xs>><<#each tags>><<this.x>><</each>><</each>>",
      "<<this.x>>",
      "The current item is a string and has no field `x`.",
    ],
    [
      "<<#each input.xs>><<upper>><</each>>",
      "<<upper>>",
      "`upper` is a helper and lacks its arguments: `<<upper text>>`.",
    ],
  ])("%s", (text, template, message) => {
    const one = only(found(text));
    expect([one.code, one.severity, one.template]).toEqual(["ref/no-such-field", "error", template]);
    expect(one.message).toContain(message);
  });

  it("offers the field", () => {
    expect(only(found("<<#each input.xs>><<titel>><</each>>")).suggestions).toMatchObject([
      { patch: [{ value: "<<#each input.xs>><<title>><</each>>" }], verified: true },
    ]);
  });

  it.each([
    "<<#each input.xs>><<title>><<sub.key>><<this.title>><<@index>><</each>>",
    "<<#each input.xs>><<#each tags>><<title>><<this>><</each>><</each>>",
    "<<#each input.open>><<titel>><</each>>",
    "<<#each input.xs>><<#each input.open>><<titel>><</each>><</each>>",
    "<<#each input.xs>><<input.open>><</each>>",
  ])("%s is right", (text) => {
    expect(found(text)).toEqual([]);
  });

  test.each([
    ["upper", "`<<upper text>>`"],
    ["default", "`<<default value fallback>>`"],
  ])("%s alone is no step", (name, shown) => {
    const { code, message } = only(found(`<<${name}>>`));
    expect(code).toBe("ref/unknown-step");
    expect(message).toContain(
      `There is no step \`${name}\` to read. \`${name}\` is a helper and lacks its arguments: ${shown}.`,
    );
  });
});

describe("words that look like booleans", () => {
  const words = (step: string, top = ""): string[] =>
    check(`${head("main")}${top}steps:\n  - {id: a, tool_name: ${step}}\n`)
      .filter(({ code }) => code === "yaml/yes-no")
      .map(({ path = "" }) => path);

  it.each([
    ["an open input", "fake__echo, input: {v: [no, yes, on, off, NO, y], k: y}", ["v/0", "v/1", "v/2", "v/3", "v/4"]],
    ["arguments by their types", "fake__send, input: {to: no, urgent: y, any: n}", ["urgent"]],
    ["an argument that may be a boolean", "fake__send, input: {to: n, any: yes}", ["any"]],
    ["names and texts", "exit, description: y, input: {message: no, status: success}", []],
    ["what a gate compares", "exit, input: {when: {value: <<run.id>>, op: eq, to: off}}", ["when/to"]],
  ])("%s", (_title, step, expected) => {
    expect(words(step)).toEqual(expected.map((path) => `/steps/0/input/${path}`));
  });

  it("looks at what schemas name", () => {
    const schema =
      "input_schema: {type: object, properties: {a: {type: boolean, default: n}, b: {type: string, enum: [yes, no]}, c: {default: off}}}\n";
    expect(words("fake__echo, input: {a: <<input>>}", schema)).toEqual([
      "/input_schema/properties/a/default",
      "/input_schema/properties/c/default",
    ]);
  });
});
