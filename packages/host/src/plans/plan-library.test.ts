import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { quickIdentifier } from "./plan-file.ts";
import { loadPlanLibrary, planFingerprint, type PlanFolder } from "./plan-library.ts";

const plan = (identifier: string): string =>
  `identifier: ${identifier}\ndescription: One.\nsteps:\n  - id: a\n    tool_name: builtin__reshape\n    input: {shape: 1}\n`;

const folders: readonly PlanFolder[] = [
  { path: "/p/.graph/plans", label: ".graph/plans", origin: "project" },
  { path: "/p/more", label: "more", origin: "project", named: true },
  { path: "/home/plans", label: "/home/plans", origin: "user" },
  { path: "/shipped", label: "@graph/plans", origin: "shipped" },
];

test("an earlier origin counts, and the shipped plan behind it can be reached", async () => {
  const world = simulatedWorld({
    files: {
      "/p/.graph/plans/mine.yaml": plan("search"),
      "/p/more/x.yaml": plan("x"),
      "/home/plans/x.yaml": plan("x"),
      "/home/plans/y.yaml": plan("y"),
      "/shipped/search.yaml": plan("search"),
      "/shipped/z.yaml": plan("z"),
      "/shipped/package.json": "{}",
    },
  });
  const library = await loadPlanLibrary(world, folders);
  expect(library.plans.map(({ identifier, origin }) => [identifier, origin])).toEqual([
    ["search", "project"],
    ["x", "project"],
    ["y", "user"],
    ["z", "shipped"],
  ]);
  expect(library.replaced("search")?.file).toBe("@graph/plans/search.yaml");
  expect(library.replaced("z")).toBeUndefined();
  expect(library.diagnostics).toEqual([]);
});

test("an identifier twice in one origin: the first file counts, the second is told", async () => {
  const world = simulatedWorld({
    files: { "/p/.graph/plans/a.yaml": plan("same"), "/p/.graph/plans/b.yaml": plan("same"), "/p/more/x": "" },
  });
  const library = await loadPlanLibrary(world, folders);
  expect(library.get("same")?.file).toBe(".graph/plans/a.yaml");
  expect(library.diagnostics).toMatchObject([
    {
      code: "name/duplicate",
      file: ".graph/plans/b.yaml",
      line: 1,
      column: 13,
      related: [{ file: ".graph/plans/a.yaml" }],
    },
  ]);
});

test("what is no plan is told and takes nothing down", async () => {
  const world = simulatedWorld({
    files: { "/p/.graph/plans/a.yaml": "[", "/p/.graph/plans/b.yml": plan("b"), "/p/.graph/plans/c.yaml": plan("c") },
  });
  const library = await loadPlanLibrary(world, folders);
  expect(library.get("a")?.parsed.broken).toBe(true);
  expect(library.get("a")?.problems.map(({ code, file }) => [code, file])).toContainEqual([
    "yaml/syntax",
    ".graph/plans/a.yaml",
  ]);
  expect(library.get("c")?.problems).toEqual([]);
  expect(library.diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ["plan/file-name", ".graph/plans/b.yml"],
    ["schema/bad-value", "more"],
  ]);
});

test("the fingerprint changes with a file", async () => {
  const world = simulatedWorld({ files: { "/p/.graph/plans/a.yaml": plan("a") } });
  const before = await planFingerprint(world, folders);
  expect(await planFingerprint(world, folders)).toBe(before);
  await world.files.writeAtomic("/p/.graph/plans/a.yaml", plan("other"));
  expect(await planFingerprint(world, folders)).not.toBe(before);
});

test.each([
  ["identifier: x\n", "x"],
  ["# c\nidentifier:  'x-y'  # why\r\n", "x-y"],
  ['version: 1\nidentifier: "x"\n', "x"],
  ["  identifier: x\n", undefined],
  ['{"identifier": "x"}', undefined],
  ["identifier: <<x>>\n", undefined],
])("the identifier of %j without a parse", (text, expected) => {
  expect(quickIdentifier(text)).toBe(expected);
});
