import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { TemplateError } from "../template/template-error.ts";
import { compileGate } from "./compile-gate.ts";

const scope = {
  read: (root: string): Json => {
    if (root !== "i") {
      throw new TemplateError("ref/missing-step", "missing_step", `${root} has no result`, { skippedBy: root });
    }
    return { n: 2, text: "abc", yes: true, no: false, list: [1, { a: 1 }], none: null, empty: "", object: { k: 1 } };
  },
};

function gate(value: Json, op: string, to?: Json): Json {
  return to === undefined ? { value, op } : { value, op, to };
}

describe("gates that hold or not", () => {
  test.each<[Json, boolean]>([
    [true, true],
    [false, false],
    ["<<i.yes>>", true],
    [" {{i.no}}\n", false],
    ["<<gt i.n 1>>", true],
    ["<<exists i.missing>>", false],
    [gate("<<i.n>>", "eq", 2), true],
    [gate("<<i.n>>", "eq", "2"), false],
    [gate("<<i.list>>", "eq", [1, { a: 1 }]), true],
    [gate("<<i.n>>", "ne", "2"), true],
    [gate("<<i.n>>", "gt", 1), true],
    [gate("<<i.n>>", "gte", "<<i.n>>"), true],
    [gate("<<i.text>>", "lt", "abd"), true],
    [gate("<<i.n>>", "lte", 1), false],
    [gate("<<i.empty>>", "empty"), true],
    [gate("<<i.none>>", "empty"), true],
    [gate([], "empty"), true],
    [gate({}, "not_empty"), false],
    [gate("<<i.object>>", "not_empty"), true],
    [gate("<<i.list>>", "contains", { a: 1 }), true],
    [gate("<<i.text>>", "contains", "bc"), true],
    [gate("<<i.object>>", "contains", "toString"), false],
    [gate("<<i.n>>", "in", [1, 2]), true],
    [gate("b", "in", "<<i.text>>"), true],
    [gate("<<i.text>>", "matches_glob", "a*"), true],
    [gate("<<i.text>>", "matches_glob", "a?"), false],
    [{ all: [] }, true],
    [{ any: [] }, false],
    [{ all: ["<<i.yes>>", gate("<<i.n>>", "eq", 2)] }, true],
    [{ all: ["<<i.no>>", "<<i.missing>>"] }, false],
    [{ any: ["<<i.yes>>", "<<i.missing>>"] }, true],
    [{ any: ["<<i.no>>", { not: "<<i.no>>" }] }, true],
    [{ not: { all: ["<<i.yes>>", { any: [false] }] } }, true],
  ])("%j is %j", (value, holds) => {
    expect(compileGate(value)(scope)).toBe(holds);
  });
});

describe("gates that fail", () => {
  test.each<[Json, string, string, string]>([
    ["<<i.n>>", "step/gate-types", "", "yields a number"],
    ["<<i.none>>", "step/gate-types", "", "{value: <<i.none>>, op: not_empty}"],
    ["yes", "step/gate-types", "", "This is no gate"],
    ["a <<i.yes>>", "step/gate-types", "", "This is no gate"],
    ["<<i.missing>>", "ref/no-such-field", "", "missing"],
    [{ all: [true, { not: "<<i.n>>" }] }, "step/gate-types", "/all/1/not", "yields a number"],
    [gate("<<i.missing>>", "empty"), "ref/no-such-field", "/value", "missing"],
    [{ all: [gate("<<i.n>>", "gt", "<<i.text>>")] }, "step/gate-types", "/all/0/value", "a number and text"],
    [{ any: [gate(1, "eq", { a: ["<<i.missing>>"] })] }, "ref/no-such-field", "/any/0/to/a/0", "missing"],
    [gate("<<i.n>>", "empty"), "step/gate-types", "/value", "got a number"],
    [gate("<<i.n>>", "contains", 1), "step/gate-types", "/value", "is looked for in a number"],
    [gate("<<i.n>>", "in", 5), "step/gate-types", "/value", "is looked for in a number"],
    [gate("<<i.n>>", "matches_glob", "*"), "step/gate-types", "/value", "a number and text"],
    [gate("a", "matches_glob", "x".repeat(1001)), "input/invalid", "/value", "1,000 characters"],
    [gate("a", "like", "b"), "step/gate-types", "/op", "Operators are eq, ne"],
    [gate("a", "constructor", "b"), "step/gate-types", "/op", "Operators are eq, ne"],
    [null, "step/gate-types", "", "This is no gate"],
    [5, "step/gate-types", "", "This is no gate"],
    [[], "step/gate-types", "", "This is no gate"],
    [{ all: true }, "step/gate-types", "", "This is no gate"],
    [{ decide: "?" }, "step/gate-types", "/decide", "cannot be done here"],
    [{ all: [{ infer: "?" }] }, "step/gate-types", "/all/0/infer", "cannot be done here"],
  ])("%j", (value, code, pointer, part) => {
    let caught: unknown;
    try {
      compileGate(value)(scope);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TemplateError);
    expect(caught).toMatchObject({ code, pointer });
    expect(String(caught)).toContain(part);
  });

  test("a comparison that fails points at the tag it reads", () => {
    expect(() => compileGate(gate(" <<i.n>>", "gt", "x"))(scope)).toThrow(
      expect.objectContaining({ tag: "<<i.n>>", tagStart: 1, tagEnd: 8, pointer: "/value" }),
    );
  });

  test("a skipped step is carried out of a gate", () => {
    expect(() => compileGate({ not: "<<gone>>" })(scope)).toThrow(
      expect.objectContaining({ skippedBy: "gone", pointer: "/not" }),
    );
  });

  test("a gate that is nested too deep fails, it does not overflow", () => {
    let value: Json = true;
    for (let depth = 0; depth < 50_000; depth += 1) {
      value = { not: value };
    }
    expect(() => compileGate(value)(scope)).toThrow(/This is no gate/);
  });
});
