import { expect, test } from "vitest";
import { parseTemplate } from "./parse.ts";
import { pathText } from "./path-text.ts";
import { templatePaths } from "./template-paths.ts";

function paths(text: string): readonly string[] {
  return templatePaths(parseTemplate(text)).map(({ path, guarded, absorbing, inBlock, whole, tag, start, end }) => {
    expect(text.slice(start, end)).toBe(tag);
    const flags = Object.entries({ guarded, absorbing, inBlock, whole }).filter(([, is]) => is);
    return [pathText(path), ...flags.map(([name]) => name)].join(" ");
  });
}

test("what may not come to be read", () => {
  const conditional = (text: string): string[] =>
    templatePaths(parseTemplate(text)).flatMap((one) => (one.conditional ? [pathText(one.path)] : []));
  expect(conditional("<<a>><<#if b>><<c>><<else if d>><<e>><<else>><<f>><</if>>")).toEqual(["c", "d", "e", "f"]);
  expect(conditional("<<and a b c>><<or (eq d 1) (eq e 1)>><<join f g>>")).toEqual(["b", "c", "e"]);
});

test.each([
  ["plain", []],
  ["<<a.b>>", ["a.b whole"]],
  ["x <<a>> <<b[0]>>", ["a whole", "b[0] whole"]],
  ["<<default a.b c>>", ["a.b guarded absorbing", "c"]],
  ["<<default fallback=c value=a>>", ["a guarded absorbing", "c"]],
  ["<<coalesce a b null>>", ["a guarded absorbing", "b guarded absorbing"]],
  ["<<not (exists a)>>", ["a guarded absorbing"]],
  ["<<default (join a b) c>>", ["a guarded absorbing", "b guarded absorbing", "c"]],
  ["<<join a b>>", ["a", "b"]],
  ["<<#if a>><<b>><<else>><<c>><</if>>", ["a guarded whole", "b whole", "c whole"]],
  ["<<#if (eq a 1)>><</if>>", ["a"]],
  [
    "<<#each a>><<name>><<this>><<@index>><<else>><<b>><</each>>",
    ["a whole", "name inBlock whole", "this inBlock whole", "@index inBlock whole", "b whole"],
  ],
  ["<<#a.b>><<c>><</a.b>><<^d>><<e>><</d>>", ["a.b guarded whole", "c inBlock whole", "d guarded whole", "e whole"]],
  ["<<#with a>><<#if b>><<c>><</if>><</with>>", ["a whole", "b guarded inBlock whole", "c inBlock whole"]],
  ["<<unknown a b>>", ["a", "b"]],
])("%s", (text, expected) => {
  expect(paths(text)).toEqual(expected);
});
