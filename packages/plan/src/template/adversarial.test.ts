import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { compileTemplate } from "./compile.ts";
import { compileValue } from "./compile-value.ts";
import { parseTemplate } from "./parse.ts";
import { templatePaths } from "./template-paths.ts";
import { TemplateError } from "./template-error.ts";

const words = [
  ..."input item this constructor prototype __proto__ toString valueOf hasOwnProperty call apply bind __defineGetter__".split(
    " ",
  ),
  ..."process global globalThis require module Function eval length 0 1 @index @root steps true null undefined".split(
    " ",
  ),
  ..."default coalesce exists eq gt not and join pluck where sort_by unique parse_json json replace slice number date add".split(
    " ",
  ),
];
const joints = [
  ..." .[]()\"'`=|/\\<>{}#^&*!~@-+?:;,\n".split(""),
  ">>",
  "<<",
  "{{",
  "}}",
  '["',
  '"]',
  "../",
  "=>",
  "${",
];
const expression = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.constantFrom(...joints), fc.constantFrom(" ")),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

const data: { readonly [key: string]: Json } = {
  input: { a: 1, list: [{ name: "x" }, null], constructor: "own", text: '{"a":1}' },
  item: { length: 2, toString: "own" },
};
const scope = {
  read(root: string): Json {
    if (!Object.hasOwn(data, root)) {
      throw new TemplateError("ref/missing-step", "missing_step", `${root} has no result`);
    }
    return data[root] ?? null;
  },
};

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") {
    return true;
  }
  if (typeof value === "number") {
    return Number.isFinite(value);
  }
  if (Array.isArray(value)) {
    return value.every(isJson);
  }
  return (
    typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
  );
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const namesOfPrototypes = (): readonly unknown[] => prototypes.flatMap((prototype) => Reflect.ownKeys(prototype));
const namesBefore = namesOfPrototypes();

/** What a template yields; the message of the one error it may throw; `undefined` for a value that is not JSON. */
function outcome(text: string): { readonly value?: Json; readonly message?: string } | undefined {
  try {
    const value = compileTemplate(parseTemplate(text))(scope);
    return isJson(value) ? { value } : undefined;
  } catch (error) {
    if (error instanceof TemplateError) {
      return { message: error.message };
    }
    throw error;
  }
}

describe("generated templates", () => {
  test("10,000 expressions reach no object of the host and throw nothing but TemplateError", () => {
    let evaluated = 0;
    fc.assert(
      fc.property(expression, fc.constantFrom("<<", "{{"), fc.constantFrom("", "x", "\n"), (inner, opening, beside) => {
        const text = `${beside}${opening}${inner}${opening === "<<" ? ">>" : "}}"}${beside}`;
        const parsed = parseTemplate(text);
        for (const { start, end, message } of parsed.problems) {
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
          expect(message).not.toMatch(/TypeError|Cannot read|Expecting '|Parse error|\[object /);
        }
        templatePaths(parsed);
        const result = outcome(text);
        expect(result).toBeDefined();
        expect(result?.message ?? "").not.toMatch(/TypeError|Cannot read|\[object /);
        evaluated += result?.message === undefined ? 1 : 0;
      }),
      { numRuns: 10_000 },
    );
    expect(evaluated).toBeGreaterThan(500);
    expect(namesOfPrototypes()).toEqual(namesBefore);
  });

  test("any text is read without a throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const parsed = parseTemplate(text);
        expect(parsed.text).toBe(text);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(expression, fc.constantFrom("<<", "{{", "<<#if ", "<<else>>", "<</if>>", ">>", "}}", "\n")), {
          maxLength: 20,
        }),
        (parts) => {
          const text = parts.join("");
          for (const { start, end } of parseTemplate(text).problems) {
            expect(start >= 0 && start < end && end <= text.length).toBe(true);
          }
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe("one pass", () => {
  const marked = fc
    .array(
      fc.oneof(
        fc.string(),
        fc.constantFrom("<<input>>", "{{input}}", "\\<<", "<<#if a>>", "{{{x}}}", "$&", "&lt;", "\\"),
      ),
    )
    .map((parts) => parts.join(""));

  test("data with markers in it comes out as it went in", () => {
    const sole = compileTemplate(parseTemplate("<<a>>"));
    const mixed = compileTemplate(parseTemplate("[<<a>>|{{a}}]"));
    const block = compileTemplate(parseTemplate("<<#each list>><<this>><</each>><<#if a>><<upper b>><</if>>"));
    fc.assert(
      fc.property(marked, (text) => {
        const read = (root: string): Json => (root === "list" ? [text, text] : root === "a" ? text : "b");
        expect(sole({ read })).toBe(text);
        expect(mixed({ read })).toBe(`[${text}|${text}]`);
        expect(block({ read })).toBe(`${text}${text}${text === "" ? "" : "B"}`);
      }),
      { numRuns: 2000 },
    );
  });

  test("a whole value comes out as it went in, keys and all", () => {
    const evaluate = compileValue({ whole: "<<a>>", keep: "x" });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        const result = evaluate({ read: () => json }) as { readonly whole: Json };
        expect(result.whole).toBe(json);
      }),
    );
  });

  test("a text written with `\\` before each delimiter is that text", () => {
    const plain = fc
      .array(fc.constantFrom("a", " ", "<<", "{{", ">>", "}}", "<", "{", "\n"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(plain, (text) => {
        const escaped = text.replaceAll(/<<|\{\{/g, "\\$&");
        expect(compileTemplate(parseTemplate(escaped))(scope)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
