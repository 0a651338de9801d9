import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GraphProject, makeGraphProject } from "../support/graph-command.ts";

/** The quickstart with its real servers, in a folder of its own. */

const top = fileURLToPath(new URL("../../", import.meta.url));
const example = join(top, "examples/quickstart");
const query = ["--input", "query=read a text file from disk"];

interface Found {
  readonly mode: string;
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: { readonly properties: object };
    readonly outputSchema: object;
  }[];
  readonly always: readonly string[];
}

let project: GraphProject;

beforeEach(() => {
  project = makeGraphProject();
  cpSync(example, project.folder, { recursive: true });
  rmSync(join(project.folder, ".graph/state"), { recursive: true, force: true });
  const config = readFileSync(join(example, ".graph/config.toml"), "utf8");
  project.write({ ".graph/config.toml": config.replaceAll("../../node_modules", join(top, "node_modules")) });
});

afterEach(() => project.remove());

const search = async (...more: string[]): Promise<{ found: Found; stderr: string; code: number | null }> => {
  const { code, stdout, stderr } = await project.graph([
    "plan",
    "run",
    "search_tools",
    "--dir",
    ".",
    ...query,
    ...more,
  ]);
  return { found: JSON.parse(stdout) as Found, stderr, code };
};

test("the search finds a reader of the filesystem server, with its schemas", async () => {
  const { found, stderr, code } = await search();
  expect(code).toBe(0);
  expect(Object.keys(found)).toEqual(["mode", "tools", "always"]);
  expect(found.mode).toBe("keyword");
  expect(found.tools[0]?.name).toMatch(/^filesystem__read_/);
  expect(Object.keys(found.tools[0]?.inputSchema.properties ?? {})).toContain("path");
  expect(found.tools[0]?.outputSchema).toMatchObject({ properties: { content: { type: "string" } } });
  expect(stderr).toContain("search_tools succeeded");
});

test("the report reads real files and writes a real one", async () => {
  const { code, stdout } = await project.graph(["plan", "run", "report", "--dir", "."]);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { files: 3, report: "report.md", said: "Successfully wrote to report.md" },
  ]);
  const report = readFileSync(join(project.folder, "report.md"), "utf8");
  expect(report.match(/^# .*$/gm)).toEqual(["# Report on documents", "# Apples", "# Pears", "# Quinces"]);
});

describe("an override", () => {
  const file = ".graph/plans/search_tools.yaml";

  test("with another default changes what every caller gets; deleting it restores the shipped plan", async () => {
    const shown = await project.graph(["plan", "show", "search_tools"]);
    project.write({
      [file]: shown.stdout.replace(/(limit:[\s\S]*?default: )10/, "$12"),
      ".graph/plans/asks.yaml": `identifier: asks
description: Searches through the other plan, in both spellings.
steps:
  - {id: a, tool_name: plan__search_tools, input: {query: <<input.query>>}}
  - {id: b, tool_name: plan__search_tools, input: {query: "{{input.query}}"}}
input_schema: {type: object, required: [query], properties: {query: {type: string}}}
output: {a: <<length a.tools>>, b: <<length b.tools>>}
`,
    });
    expect((await search()).found.tools).toHaveLength(2);
    const asked = await project.graph(["plan", "run", "asks", "--dir", ".", ...query]);
    expect(JSON.parse(asked.stdout)).toEqual({ a: 2, b: 2 });
    const list = await project.graph(["plan", "list", "--json"]);
    expect(list.stdout).toMatch(/"identifier": "search_tools",[^}]*"origin": "project"/);

    rmSync(join(project.folder, file));
    expect((await search()).found.tools.length).toBeGreaterThan(2);
    expect((await project.graph(["plan", "list", "--json"])).stdout).toMatch(
      /"identifier": "search_tools",[^}]*"origin": "shipped"/,
    );
  });

  test("the one of the example keeps the tools that only look", async () => {
    const all = await search();
    project.write({ [file]: readFileSync(join(example, "overrides/search_tools.yaml"), "utf8") });
    const { found } = await search();
    const looking = all.found.tools.filter(({ name }) => /read|list|search|get/.test(name)).slice(0, 5);
    expect(found.tools.map(({ name }) => name)).toEqual(looking.map(({ name }) => name));
    expect(found.tools.length).toBeGreaterThan(0);
  });
});

test("a server that hangs and one that ends cost less than three seconds, and both are named", async () => {
  const healthy = await timed();
  const config = readFileSync(join(project.folder, ".graph/config.toml"), "utf8");
  const broken = config
    .replace(/(\[mcp\.memory\]\ncommand = )"node"\nargs = .*/, '$1"sleep"\nargs = ["1000"]')
    .replace(/(\[mcp\.sequential-thinking\]\ncommand = )"node"\nargs = .*/, '$1"false"');
  project.write({ ".graph/config.toml": broken });
  const { milliseconds, found, stderr } = await timed();
  expect(found.tools[0]?.name).toMatch(/^filesystem__read_/);
  expect(stderr).toMatch(/`memory` are not there: it has not answered/);
  expect(stderr).toMatch(/`sequential-thinking` are not there: it exited with code 1/);
  // The bound is the promise itself, not the speed of this machine: a server that hangs is waited for two seconds.
  expect(milliseconds - healthy.milliseconds).toBeLessThan(3000);
  expect(existsSync(join(project.folder, ".graph/state"))).toBe(true);
});

async function timed(): Promise<{ readonly milliseconds: number; readonly found: Found; readonly stderr: string }> {
  const start = performance.now();
  const { found, stderr } = await search();
  return { milliseconds: performance.now() - start, found, stderr };
}
