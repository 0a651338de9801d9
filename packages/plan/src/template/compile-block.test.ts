import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { compileTemplate } from "./compile.ts";
import { parseTemplate } from "./parse.ts";
import type { TemplateScope } from "./template.ts";
import { TemplateError } from "./template-error.ts";

const values = new Map<string, Json>([
  [
    "input",
    {
      people: [
        { name: "Ann", tags: ["a", "b"] },
        { name: "Bo", tags: [], input: "shadowed" },
      ],
      empty: [],
      none: null,
      zero: 0,
      text: "t",
      blank: "",
      yes: true,
      no: false,
      ages: { Ann: 4, Bo: 5 },
      nothing: {},
    },
  ],
]);

function read(root: string): Json {
  const value = values.get(root);
  if (value === undefined) {
    throw root === "skipped"
      ? new TemplateError("ref/missing-step", "missing_step", "skipped", { skippedBy: "skipped" })
      : new TemplateError("ref/missing-step", "missing_step", `\`${root}\` has no result.`);
  }
  return value;
}

const scopes: readonly (readonly [string, TemplateScope])[] = [
  ["with isRoot", { read, isRoot: (name) => values.has(name) || name === "skipped" || name === "pending" }],
  ["without isRoot", { read }],
];

describe.each(scopes)("%s", (_, scope) => {
  function evaluate(text: string): Json {
    const parsed = parseTemplate(text);
    expect(parsed.problems).toEqual([]);
    return compileTemplate(parsed)(scope);
  }

  test.each([
    ["<<#if input.yes>>a<<else>>b<</if>>", "a"],
    ["<<#if input.no>>a<<else>>b<</if>>", "b"],
    ["<<#if input.zero>>a<<else if input.text>>b<<else>>c<</if>>", "b"],
    ["<<#if input.zero>>a<<else if input.blank>>b<<else>>c<</if>>", "c"],
    ["<<#if input.missing>>a<</if>>", ""],
    ["<<#if input.nothing>>a<</if>>", "a"],
    ["<<#if (gt input.people.length 1)>>many<</if>>", "many"],
    ['<<#if eq input.text "t">>same<</if>>', "same"],
    ["<<#unless input.empty>>none<<else>>some<</unless>>", "none"],
    ["<<#unless input.people>>none<<else unless input.no>>some<</unless>>", "some"],
    ["<<#each input.people>><<name>>;<</each>>", "Ann;Bo;"],
    ["<<#each input.people>><<@index>><<@first>><<@last>><<@key>> <</each>>", "0truefalse0 1falsetrue1 "],
    ["<<#each input.ages>><<@key>>=<<this>>,<<@index>> <</each>>", "Ann=4,0 Bo=5,1 "],
    ["<<#each input.empty>>x<<else>>none<</each>>", "none"],
    ["<<#each input.nothing>>x<<else>>none<</each>>", "none"],
    ["<<#each input.none>>x<<else>>none<</each>>", "none"],
    ["<<#each input.people>><<#each tags>><<name>>:<<this>>@<<@index>> <</each>><</each>>", "Ann:a@0 Ann:b@1 "],
    ["<<#each input.people>><<this.name>><</each>>", "AnnBo"],
    [
      "<<#each input.people>><<this>><<else>><</each>>",
      '{"name":"Ann","tags":["a","b"]}{"name":"Bo","tags":[],"input":"shadowed"}',
    ],
    ["<<#each input.people>><<input.text>><</each>>", "tt"],
    ['<<#each input.people>><<default this.input "-">><</each>>', "-shadowed"],
    ["<<#each input.people>><<#if tags>><<name>><</if>><</each>>", "Ann"],
    ["<<#each input.people>><<#with this>><<@index>><</with>><</each>>", "01"],
    ["<<#with input.people[0]>><<name>> <<tags.length>><</with>>", "Ann 2"],
    ["<<#with input.none>>x<<else>>none<</with>>", "none"],
    ["<<#input.people>><<name>>,<</input.people>>", "Ann,Bo,"],
    ["<<#input.ages>><<Ann>><</input.ages>>", "4"],
    ["<<#input.yes>>yes<</input.yes>>", "yes"],
    ["<<#input.text>><<this>><</input.text>>", "t"],
    ["<<#input.missing>>x<<else>>none<</input.missing>>", "none"],
    ["<<#input.none.deeper>>x<</input.none.deeper>>", ""],
    ["<<#pending>>x<<else>>not yet<</pending>>", "not yet"],
    ["<<#input.people[0]>><<name>><</input.people.0>>", "Ann"],
    ["<<^input.empty>>none<</input.empty>>", "none"],
    ["<<^input.people>>none<<else>>some<</input.people>>", "some"],
    ["<<^input.missing>>none<</input.missing>>", "none"],
    ["{{#if input.yes}}<<input.text>>{{else}}b{{/if}}", "t"],
    ["a<<#input.people>><<^input.no>>!<</input.no>><</input.people>>", "a!!"],
  ])("%s", (text, result) => {
    expect(evaluate(text)).toBe(result);
  });

  test("a line with nothing but a block tag leaves no empty line behind", () => {
    expect(
      evaluate(
        "People:\n<<#each input.people>>\n- <<name>>\n  <<#if tags>>\n  has tags\n  <</if>>\n<<else>>\nnobody\n<</each>>\nend\n",
      ),
    ).toBe("People:\n- Ann\n  has tags\n- Bo\nend\n");
    expect(evaluate("<<#if input.yes>>\r\nx\r\n<</if>>")).toBe("x\r\n");
    expect(evaluate("<<#if input.yes>> \n<</if>>\n<<#if input.yes>>\n<</if>>\n")).toBe("");
    expect(evaluate("a <<#if input.yes>>\nx<</if>>\n")).toBe("a \nx\n");
    expect(evaluate("<<input.text>>\n<<#if input.yes>>\nx\n<</if>>")).toBe("t\nx\n");
  });

  test.each([
    ["<<#each input.people>><<nme>><</each>>", "bad_path", "Did you mean `name`?", "<<nme>>"],
    ["<<#each input.empty.x>><</each>>", "bad_path", "list", "<<#each input.empty.x>>"],
    ["<<#each input.text>><</each>>", "type", "list or an object", "<<#each input.text>>"],
    ["<<#with input.missing>><</with>>", "bad_path", "missing", "<<#with input.missing>>"],
    ["<<#with input.ages>><<@index>><</with>>", "bad_path", "@index", "<<@index>>"],
    ["<<#if (gt input.text 1)>><</if>>", "type", "gt", "<<#if (gt input.text 1)>>"],
    ["<<#if (not input.missing)>><</if>>", "bad_path", "missing", "<<#if (not input.missing)>>"],
    ["<<#each input.people>><<this.name.x>><</each>>", "bad_path", "`this.name` is text", "<<this.name.x>>"],
    ["<<#skipped>><</skipped>>", "missing_step", "skipped", "<<#skipped>>"],
    ["<<#each input.people>><<skipped.x>><</each>>", "missing_step", "skipped", "<<skipped.x>>"],
  ])("%s fails", (text, errorClass, part, tag) => {
    const template = compileTemplate(parseTemplate(text));
    let caught: unknown;
    try {
      template(scope);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TemplateError);
    expect(caught).toMatchObject({ class: errorClass, tag });
    expect(String(caught)).toContain(part);
  });
});

test("a skipped step skips the reader through a section", () => {
  const [, scope] = scopes[0] ?? ["", { read }];
  let caught: unknown;
  try {
    compileTemplate(parseTemplate("<<#skipped>>x<</skipped>>"))(scope);
  } catch (error) {
    caught = error;
  }
  expect(caught).toMatchObject({ skippedBy: "skipped" });
});

test("the rounds of all blocks together are bounded", () => {
  const list = Array.from({ length: 1001 }, () => 1);
  const text = "<<#each list>><<#each list>><</each>><</each>>";
  expect(() => compileTemplate(parseTemplate(text))({ read: () => list })).toThrow(/1,000,000 items/);
});

describe("the structure of blocks", () => {
  test.each([
    ["<<#if a>>", "`<</if>>` is missing", "<<#if a>>"],
    ["x <</if>>", "never opened", "<</if>>"],
    ["<<#if a>>x<</unless>>", "`<</if>>`", "<</unless>>"],
    ["<<#if a>>x{{/if}}", "delimiter that opened it", "{{/if}}"],
    ["<<#if a>>x{{else}}y<</if>>", "that delimiter", "{{else}}"],
    ["<<#if a>>x<<else>>y<<else>>z<</if>>", "already", "<<else>>"],
    ["<<#if a>>x<<else foo b>>z<</if>>", "After `else`", "<<else foo b>>"],
    ["<<#if a>>x<<else if>>z<</if>>", "After `else`", "<<else if>>"],
    ["<<else>>", "outside a block", "<<else>>"],
    ["<<else if a>>", "outside a block", "<<else if a>>"],
    ["<<#if>>x<</if>>", "needs something", "<<#if>>"],
    ["<<#foo a>>x<</foo>>", "no block `foo`", "<<#foo a>>"],
    ["<<#not a>>x<</not>>", "`#if (not a)`", "<<#not a>>"],
    ["<<^>>", "<<else>>", "<<^>>"],
    ["<<#>>x<</x>>", "needs a path", "<<#>>"],
    ["{{#> layout}}x{{/layout}}", "partials", "{{#> layout}}"],
    ['{{#*inline "x"}}y{{/inline}}', "decorators", '{{#*inline "x"}}'],
    ["<<#if a>><<@index>><</if>>", "only inside", "<<@index>>"],
    ["<<#each a>>x<<else>><<this>><</each>>", "only inside", "<<this>>"],
    ["<<#each items as |x|>>y<</each>>", "as |name|", "<<#each items as |x|>>"],
    ["<<#a.__proto__>>x<</a.__proto__>>", "__proto__", "<<#a.__proto__>>"],
  ])("%s", (text, part, place) => {
    const { problems } = parseTemplate(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(part);
    expect(text.slice(problems[0]?.start, problems[0]?.end)).toBe(place);
  });
});
