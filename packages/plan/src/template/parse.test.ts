import { describe, expect, test } from "vitest";
import { templateLimits } from "./limits.ts";
import { parseTemplate } from "./parse.ts";

function problemsOf(text: string): readonly string[] {
  return parseTemplate(text).problems.map(
    ({ code, severity, start, end }) => `${severity} ${code} ${text.slice(start, end)}`,
  );
}

describe("what counts as a tag", () => {
  test.each([
    "1 << 2",
    "a <<b",
    "cat <<EOF\nhello\nEOF",
    "cat <<-EOF\nhello\nEOF",
    "cat <<'EOF'\nhello\nEOF",
    "cat <<<word",
    '{"a":{"b":1}}',
    "{{ }} {{}} <<>> << >>",
    "{{1}} <<1>>",
    '<<"text">>',
    "{{...}}",
    "a }} b >> c",
  ])("%j is text", (text) => {
    const parsed = parseTemplate(text);
    expect(parsed.nodes).toEqual([{ type: "text", text }]);
    expect(parsed.sole).toBe(false);
    expect(parsed.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each([
    ["<<a>>", true],
    ["{{a}}", true],
    [" \t<< a >>\n", true],
    ["{{ a.b }}\n", true],
    ["<<größe>>", true],
    ["<<a>> b", false],
    ["<<a>><<b>>", false],
    ["<<#a>>x<</a>>", false],
    ["x", false],
    ["", false],
  ])("%j sole: %j", (text, sole) => {
    const parsed = parseTemplate(text);
    expect(parsed.sole).toBe(sole);
    expect(parsed.problems).toEqual([]);
  });

  test("a tag knows its place, delimiters included", () => {
    expect(parseTemplate("x <<a.b>> {{c}}").nodes).toEqual([
      { type: "text", text: "x " },
      { type: "tag", expression: { type: "path", root: "a", segments: ["b"] }, start: 2, end: 9 },
      { type: "text", text: " " },
      { type: "tag", expression: { type: "path", root: "c", segments: [] }, start: 10, end: 15 },
    ]);
  });

  test.each([
    ["\\<<a>>", "<<a>>"],
    ["\\{{a}}", "{{a}}"],
    ["\\<< 2", "<< 2"],
    ["x\\<<y", "x<<y"],
    ["\\\\<< 2", "\\\\<< 2"],
  ])("%j writes the delimiter itself", (text, written) => {
    const parsed = parseTemplate(text);
    expect(parsed.nodes).toEqual([{ type: "text", text: written }]);
    expect(parsed.problems).toEqual([]);
  });

  test("two backslashes before a tag write one", () => {
    expect(parseTemplate("C:\\\\<<a>>").nodes[0]).toEqual({ type: "text", text: "C:\\" });
  });

  test("a closing delimiter in a text literal closes nothing", () => {
    const [node] = parseTemplate('<<default a "x>>\\"y">>').nodes;
    expect(node).toMatchObject({
      expression: {
        type: "call",
        helper: "default",
        arguments: [
          { type: "path", root: "a", segments: [] },
          { type: "literal", value: 'x>>"y' },
        ],
      },
      end: 22,
    });
  });
});

describe("problems of the delimiters", () => {
  test.each([
    ["hello <<name", "warning template/unclosed <<name"],
    ["hello {{name }", "warning template/unclosed {{name"],
    ["<<default input.x\n1>>", "warning template/unclosed <<default"],
    ["<<a and <<b>>", "warning template/unclosed <<a"],
    ["cat <<EOF >> out.txt", "error template/syntax <<EOF >>"],
    ["<<EOF > out.txt", "error template/syntax <<EOF >"],
    ["<<input.x >", "error template/syntax <<input.x >"],
    ["<<default <<a>> 1>>", "error template/syntax <<default <<a>> 1>>"],
    ["{{{a}}}", "error template/refused {{{a}}}"],
    ["{{{{raw}}}}", "error template/refused {{{{raw}}}}"],
    ["{{> part}}", "error template/refused {{> part}}"],
    ["<<> part>>", "error template/refused <<> part>>"],
    ["{{& a}}", "error template/refused {{& a}}"],
    ["{{* decorate}}", "error template/refused {{* decorate}}"],
    ["{{! a remark }}", "error template/refused {{! a remark }}"],
    ["{{!-- a remark --}}", "error template/refused {{!-- a remark --}}"],
    ["{{~a~}}", "error template/refused {{~a~}}"],
    ["{{../a}}", "error template/refused {{../a}}"],
    ["{{.}}", "error template/refused {{.}}"],
    ["{{./a}}", "error template/refused {{./a}}"],
    ["<<this>>", "error template/syntax <<this>>"],
  ])("%j", (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test.each([
    ["cat <<EOF >> out.txt", "\\<<EOF >>"],
    ["{{{a}}}", "<<a>>"],
    ["{{& a}}", "<<a>>"],
    ["{{~a~}}", "<<a>>"],
    ["{{../a.b}}", "<<a.b>>"],
    ["{{.}}", "<<this>>"],
    ["{{./a}}", "<<this.a>>"],
    ["{{a | upper}}", "{{upper a}}"],
    ['<<a | replace "x" "y" | upper>>', '<<upper (replace a "x" "y")>>'],
    ["<<#if a | not>>x<</if>>", "<<#if not a>>"],
  ])("%j is better %j", (text, replacement) => {
    expect(parseTemplate(text).problems[0]?.replacement).toBe(replacement);
  });

  test("an unclosed tag is taken as text and the next one is read", () => {
    expect(parseTemplate("<<a and <<b>>").nodes).toMatchObject([{ type: "text", text: "<<a and " }, { type: "tag" }]);
  });
});

describe("limits", () => {
  const longest = "a".repeat(templateLimits.tagCharacters);

  test("a tag of 4,096 characters passes, one more does not", () => {
    expect(problemsOf(`<<${longest}>>`)).toEqual([]);
    expect(parseTemplate(`<<${longest}a>> <<b>>`).problems).toMatchObject([
      { code: "template/too-long", start: 0, end: 4101 },
    ]);
  });

  test("a tag that is much too long is one problem; an opening far before another tag is none", () => {
    expect(problemsOf(`<<a ${"b".repeat(9000)}>> <<c>>`)).toEqual([
      `error template/too-long <<a ${"b".repeat(9000)}>>`,
    ]);
    expect(problemsOf(`<<a ${"b".repeat(9000)} <<c>>`)).toEqual(["warning template/unclosed <<a"]);
    expect(problemsOf(`<<a "${"b".repeat(9000)}\n>>`)).toEqual(["warning template/unclosed <<a"]);
  });

  test("a text of 65,536 characters passes, one more does not; without tags any length does", () => {
    const filled = (length: number): string => `<<a>>${" ".repeat(length - 5)}`;
    expect(problemsOf(filled(65_536))).toEqual([]);
    expect(parseTemplate(filled(65_537)).problems).toMatchObject([{ code: "template/too-long" }]);
    expect(problemsOf("x".repeat(100_000))).toEqual([]);
  });

  test("16 parentheses pass, 17 do not, whether or not they enclose everything", () => {
    const nested = (depth: number): string => `<<not ${"(not ".repeat(depth)}a${")".repeat(depth)}>>`;
    expect(problemsOf(nested(16))).toEqual([]);
    expect(parseTemplate(nested(17)).problems[0]?.code).toBe("template/too-long");
    expect(parseTemplate(`<<${"(".repeat(2000)}a${")".repeat(2000)}>>`).problems[0]?.code).toBe("template/too-long");
  });

  test("16 blocks inside each other pass, 17 do not, and the rest is still read", () => {
    const nested = (depth: number): string => `${"<<#if a>>".repeat(depth)}x${"<</if>>".repeat(depth)}`;
    expect(problemsOf(nested(16))).toEqual([]);
    expect(problemsOf(nested(17))).toEqual(["error template/too-long <<#if a>>"]);
    expect(problemsOf(`${nested(17)} <<a | b>>`).length).toBe(2);
  });

  test.each(["<<a ", '<<a "', "<<", "{{~a ", "{{{ ", "\\<<", '<<a" ', "<<#if a>>\n"])(
    "a long text of %j is read in time",
    (part) => {
      const started = performance.now();
      parseTemplate(part.repeat(Math.floor(65_536 / part.length)));
      expect(performance.now() - started).toBeLessThan(2000);
    },
  );

  test("a long run of blanks is read in time", () => {
    const started = performance.now();
    parseTemplate(`${" ".repeat(30_000)}x<<~a${" ".repeat(30_000)}<<#if b>>x<</if>>`);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
