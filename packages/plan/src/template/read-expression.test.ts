import { describe, expect, test } from "vitest";
import { pathText } from "./path-text.ts";
import { readExpression } from "./read-expression.ts";
import type { Expression } from "./template.ts";

/** One line for an expression: calls in parentheses, literals as JSON. */
function written(expression: Expression | undefined): string {
  if (expression === undefined) {
    return "nothing";
  }
  switch (expression.type) {
    case "literal":
      return JSON.stringify(expression.value);
    case "path":
      return pathText(expression);
    default: {
      const named = expression.named.map(([name, value]) => `${name}=${written(value)}`);
      return `(${[expression.helper, ...expression.arguments.map(written), ...named].join(" ")})`;
    }
  }
}

describe("paths", () => {
  test.each([
    ["input.items[0].name", "input", ["items", 0, "name"]],
    ["input.items.0.name", "input", ["items", 0, "name"]],
    ["input.items.[0].name", "input", ["items", 0, "name"]],
    ['input.items[0]["name"]', "input", ["items", 0, "name"]],
    ["input['any key'].length", "input", ["any key", "length"]],
    ['input["a\\"]b"]', "input", ['a"]b']],
    ["input.[any key]", "input", ["any key"]],
    ["input.dc:title.x-y.$z", "input", ["dc:title", "x-y", "$z"]],
    ["input.01", "input", ["01"]],
    ["input.true", "input", ["true"]],
    ["input.null.if.each.undefined", "input", ["null", "if", "each", "undefined"]],
    ["steps.open.items", "open", ["items"]],
    ["steps", "steps", []],
    ["true.x", "true", ["x"]],
    ["join", "join", []],
    ["(input.x)", "input", ["x"]],
    ["größe.ü", "größe", ["ü"]],
  ])("%s", (source, root, segments) => {
    expect(readExpression(source, false)).toEqual({ expression: { type: "path", root, segments }, problems: [] });
  });

  test.each(["this.name", "this", "@index", "@key"])("%s inside a block", (source) => {
    expect(readExpression(source, true).problems).toEqual([]);
    expect(readExpression(source, false).problems).toMatchObject([{ code: "template/syntax" }]);
  });

  test.each(["a.__proto__", "a.constructor.b", "prototype", 'a["__proto__"]', "default a.constructor 1"])(
    "%s is forbidden",
    (source) => {
      expect(readExpression(source, true)).toMatchObject({ problems: [{ code: "ref/forbidden-name" }] });
    },
  );
});

describe("calls and literals", () => {
  test.each([
    ["true", "true"],
    ["null", "null"],
    ["default input.max 10", "(default input.max 10)"],
    ["default items.0 1", "(default items[0] 1)"],
    ["default input.true null", "(default input.true null)"],
    ['join names ", "', '(join names ", ")'],
    ["join names '\"'", '(join names "\\"")'],
    ['split input.x "\\n"', '(split input.x "\\n")'],
    ['replace a "\\\\" "/"', '(replace a "\\\\" "/")'],
    ['replace a "C:\\dir" "}}"', '(replace a "C:\\\\dir" "}}")'],
    ['join list=names separator="-"', '(join list=names separator="-")'],
    ["add -1 1.5", "(add -1 1.5)"],
    ["(eq a b)", "(eq a b)"],
    ["((eq a b))", "(eq a b)"],
    ["not (eq (first a) b.0)", "(not (eq (first a) b[0]))"],
    ["default (join) 1", "(default join 1)"],
    ['default a["x y"] "p0"', '(default a["x y"] "p0")'],
    ["  default   a\t1 ", "(default a 1)"],
  ])("%s", (source, text) => {
    const read = readExpression(source, false);
    expect(read.problems).toEqual([]);
    expect(written(read.expression)).toBe(text);
  });

  test.each([
    ["uper a", "template/unknown-helper", "`upper`"],
    ["a.b c", "template/unknown-helper", "`a.b`"],
    ["n and 3", "template/unknown-helper", "\\<<"],
    ["__proto__ a", "ref/forbidden-name", "__proto__"],
    ["toString a", "template/unknown-helper", "toString"],
    ["default a", "template/syntax", "default value fallback"],
    ["exists a b", "template/syntax", "exists value"],
    ['pluck a key="x" key="y"', "template/syntax", "twice"],
    ['pluck a "x" key="y"', "template/syntax", "twice"],
    ['pluck a "x" size=1', "template/syntax", "size"],
    ["(()=>process.env)()", "template/syntax", "cannot be read"],
    ["upper(a)", "template/syntax", "upper value"],
    ["a.b()", "template/syntax", "blank"],
    ["a[b]", "template/syntax", "[b]"],
    ["a/b/c", "template/syntax", "a.b.c"],
    ["a == b", "template/syntax", "eq"],
    ["a && b", "template/syntax", "and"],
    ["a || b", "template/syntax", "default"],
    ["a + b", "template/syntax", "add"],
    ["a ? b : c", "template/syntax", "#if"],
    ["a.", "template/syntax", "too early"],
    ["default a 1e3", "template/syntax", "1e3"],
    ["default a 01", "template/syntax", "01"],
    ["default a .5", "template/syntax", ".5"],
    ["default a 12345678901234567890", "template/syntax", "digits"],
    ['default a "b', "template/syntax", "closing quote"],
    ['default a "b"c', "template/syntax", "blank is missing"],
    ["default a (b", "template/syntax", "too early"],
    ["default a b)", "template/syntax", "`)`"],
    ["default a ()", "template/syntax", "`)`"],
    ['(eq "a" 1) 2', "template/syntax", "cannot be read"],
    ["undefined", "template/syntax", "null"],
    ["default undefined 1", "template/syntax", "null"],
    ["@root.x", "template/syntax", "@index"],
    ["@constructor.x", "template/syntax", "@index"],
    ["a | upper", "template/refused", "<<upper a>>"],
    ["a | upper: 1", "template/refused", "<<upper a 1>>"],
    ['a | replace "|" "x"', "template/refused", "helper first"],
    ["items as |x|", "template/refused", "this"],
    ["default ../a 1", "template/refused", "`a`"],
    ["default ./a 1", "template/syntax", "this.a"],
    ["default a~ 1", "template/refused", "~"],
    ['join separator="-" names', "template/syntax", "name=value"],
    ["a;b", "template/syntax", ";b"],
    ["this`x`", "template/syntax", "`x`"],
  ])("%s is %s", (source, code, part) => {
    const [problem] = readExpression(source, false).problems;
    expect(problem?.code).toBe(code);
    expect(problem?.message).toContain(part);
  });
});
