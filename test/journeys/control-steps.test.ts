import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { document, graphProjects } from "../support/graph-projects.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));
const project = graphProjects();

test("the plans of the example run and assert", () => {
  const start = ["start", "--silent", "--workspace", "graph-example-control-steps"];
  expect(execFileSync("npm", start, { cwd: top, encoding: "utf8" })).toBe("15 plans did what they should.\n");
});

test("the command checks, explains and runs them", async () => {
  const made = project();
  cpSync(join(top, "examples/control-steps"), made.folder, { recursive: true });
  const [check, loop, ask, wait] = await Promise.all([
    made.graph(["plan", "check", "--json"]),
    made.graph(["plan", "run", "loop", "--input", "start=7", "--strict"]),
    made.graph(["plan", "run", "ask", "--input", "order=tea"], { terminal: true, stdin: "y\n2\n" }),
    made.graph(["plan", "run", "wait"]),
  ]);
  expect(document(check)).toMatchObject({ ok: true, diagnostics: [] });
  expect([loop.code, document(loop)]).toEqual([0, { number: 112, rounds: 4, large_enough: true }]);
  expect([ask.code, document(ask)]).toEqual([0, { ship: true, by: "train", answered: true }]);
  expect([wait.code, wait.stderr.includes("waits for a signal")]).toEqual([1, true]);
  for (const plan of ["route", "parallel", "agent", "solver", "catch_and_finally"]) {
    const explained = await made.graph(["plan", "explain", plan]);
    expect([plan, explained.code]).toEqual([plan, 0]);
  }
});
