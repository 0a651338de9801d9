import { performance } from "node:perf_hooks";
import { parsePlan } from "@graph/plan";
import { beforeEach, describe, expect, it } from "vitest";
import { createCatalog, type ToolCatalog } from "./catalog.ts";
import { defineTool } from "./define-tool.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { registerTool } from "./register-tool.ts";
import type { Tool, ToolContext } from "./tool.ts";

const tool = (name: string, change: Partial<Tool> = {}): Tool =>
  defineTool({ name, description: `Does ${name}`, inputSchema: { type: "object" }, run: () => name, ...change });
const ofServer = (server: string, raw: string, name = `${server}__${raw}`): RegisteredTool =>
  registerTool(
    { name: raw, description: raw, inputSchema: { type: "object" } },
    { name, owner: { kind: "server", server, tool: raw }, readOnly: false, repeatable: false },
  );
const names = (catalog: ToolCatalog): string[] => catalog.entries().map(({ name }) => name);

let catalog: ToolCatalog;
beforeEach(() => {
  catalog = createCatalog();
});

describe("in-process tools", () => {
  it("are the user's unless said otherwise", () => {
    expect(catalog.add(tool("x"))).toMatchObject({ name: "user__x", owner: { kind: "user", namespace: "user" } });
    expect(catalog.add(tool("x"), { namespace: "builtin" })).toMatchObject({
      name: "builtin__x",
      owner: { kind: "builtin" },
    });
    expect(catalog.add(tool("x"), { namespace: "acme" })).toMatchObject({ owner: { kind: "user", namespace: "acme" } });
    expect(names(catalog)).toEqual(["acme__x", "builtin__x", "user__x"]);
    expect(catalog.get("acme__x")).toBe(catalog.own("acme", "x"));
    expect(catalog.get("toString")).toBeUndefined();
    expect(catalog.own("acme", "y")).toBeUndefined();
  });

  it("vouch for themselves, under the operator's word", () => {
    const reads = tool("reads", { annotations: { readOnlyHint: true } });
    expect(catalog.add(reads)).toMatchObject({ readOnly: true, repeatable: true, trustedReadOnly: true });
    expect(catalog.add(reads, { namespace: "a", readOnly: false })).toMatchObject({
      readOnly: false,
      repeatable: false,
      trustedReadOnly: false,
    });
    expect(catalog.add(tool("w"), { idempotent: true })).toMatchObject({ readOnly: false, repeatable: true });
  });

  it("are called on their own object", () => {
    class Counter implements Tool<object, number> {
      readonly name = "count";
      readonly description = "Counts";
      readonly inputSchema = { type: "object" };
      #calls = 0;
      run(): number {
        return (this.#calls += 1);
      }
    }
    const entry = catalog.add(new Counter());
    expect(entry.call?.({}, {} as ToolContext)).toBe(1);
    expect(entry.call?.({}, {} as ToolContext)).toBe(2);
  });

  it.each([
    ["a taken name", () => catalog.add(tool("x")), "name/duplicate"],
    ["a namespace that is graph's", () => catalog.add(tool("x"), { namespace: "plan" }), "name/reserved"],
    ["a namespace that breaks the rule", () => catalog.add(tool("x"), { namespace: "A" }), "name/bad-name"],
    ["a namespace that is a server", () => catalog.add(tool("y"), { namespace: "gh" }), "name/duplicate"],
    ["a name that is too long behind its namespace", () => catalog.add(tool("x".repeat(60))), "name/bad-name"],
    ["a definition that was never checked", () => catalog.add({ ...tool("y"), name: "a b" }), "name/bad-name"],
  ])("are refused with %s", (_, attempt, code) => {
    catalog.add(tool("x"));
    catalog.setServer({ id: "gh", state: "starting" });
    const { version } = catalog;
    expect(attempt).toThrow(expect.objectContaining({ name: "DefinitionError", code }));
    expect(catalog.version).toBe(version);
    expect(names(catalog)).toEqual(["user__x"]);
  });
});

describe("tools of servers", () => {
  it("are replaced all at once", () => {
    catalog.addServerTools("gh", [
      ofServer("gh", "b"),
      ofServer("gh", "a"),
      ofServer("gh", "get.user", "gh__get_user"),
    ]);
    expect(names(catalog)).toEqual(["gh__a", "gh__b", "gh__get_user"]);
    expect(catalog.own("gh", "get.user")?.name).toBe("gh__get_user");
    catalog.addServerTools("gh", [ofServer("gh", "c")]);
    expect(names(catalog)).toEqual(["gh__c"]);
    expect(catalog.own("gh", "get.user")).toBeUndefined();
  });

  it("leave the catalog as it was when one of them does not fit", () => {
    catalog.addServerTools("gh", [ofServer("gh", "a")]);
    const wrong: readonly (readonly [string, readonly RegisteredTool[], string])[] = [
      ["gh", [ofServer("gh", "b"), ofServer("gh", "b")], "name/duplicate"],
      ["gh", [ofServer("fs", "b")], "name/bad-name"],
      ["gh", [ofServer("gh", "b", "fs__b")], "name/bad-name"],
      ["plan", [], "name/reserved"],
      ["user", [], "name/reserved"],
      ["a__b", [], "name/bad-name"],
    ];
    for (const [server, tools, code] of wrong) {
      expect(() => catalog.addServerTools(server, tools)).toThrow(expect.objectContaining({ code }));
    }
    expect(names(catalog)).toEqual(["gh__a"]);
  });

  it("do not take the names of a namespace", () => {
    catalog.add(tool("x"), { namespace: "acme" });
    expect(() => catalog.addServerTools("acme", [])).toThrow(expect.objectContaining({ code: "name/duplicate" }));
  });

  it("are counted in the state of their server", () => {
    catalog.setServer({ id: "slow", state: "starting", reason: "no answer within 3 s" });
    catalog.addServerTools("gh", [ofServer("gh", "a"), ofServer("gh", "b")]);
    expect(catalog.servers()).toEqual([
      { id: "gh", state: "ok", tools: 2 },
      { id: "slow", state: "starting", reason: "no answer within 3 s", tools: 0 },
    ]);
    catalog.setServer({ id: "gh", state: "stale" });
    expect(catalog.servers()[0]).toEqual({ id: "gh", state: "stale", tools: 2 });
    expect(catalog.remove({ kind: "server", server: "gh" })).toBe(2);
    expect(catalog.servers().map(({ id }) => id)).toEqual(["slow"]);
  });
});

describe("plans", () => {
  const text = (description: string): string =>
    `identifier: greet\nname: Greet\ndescription: ${description}\nsteps:\n  - id: a\n    tool_name: user__x\n    input: {}\n`;

  it("are found by their tool name and taken out by identifier", () => {
    const plan = parsePlan(text("Greets"));
    catalog.addPlan(plan, { readOnly: true });
    catalog.addPlan(parsePlan(text("Greets as shipped")), { namespace: "builtin_plan" });
    expect(catalog.plan("plan__greet")).toBe(plan);
    expect(catalog.plan("user__x")).toBeUndefined();
    expect(catalog.get("plan__greet")).toMatchObject({
      readOnly: true,
      repeatable: false,
      owner: { kind: "plan", identifier: "greet" },
    });
    expect(catalog.get("builtin_plan__greet")?.description).toBe("Greets as shipped");
    expect(catalog.get("plan__greet")?.digest).toBe(plan.digest);
    const edited = parsePlan(text("Greets twice"));
    const before = catalog.digest;
    catalog.addPlan(edited);
    expect(catalog.plan("plan__greet")).toBe(edited);
    expect(catalog.digest).not.toBe(before);
    expect(catalog.remove({ kind: "plan", identifier: "greet" })).toBe(2);
    expect(catalog.plan("plan__greet")).toBeUndefined();
  });
});

describe("the whole", () => {
  it("has a digest that does not depend on the order of registration", () => {
    const other = createCatalog();
    catalog.add(tool("a"));
    catalog.add(tool("b"));
    other.add(tool("b"));
    other.add(tool("a"));
    expect(other.digest).toBe(catalog.digest);
    expect(catalog.digest).toMatch(/^[0-9a-f]{64}$/);
    other.remove({ kind: "user", namespace: "user" });
    other.add(tool("a"));
    other.add(tool("b", { description: "Does b otherwise" }));
    expect(other.digest).not.toBe(catalog.digest);
  });

  it("takes tools out by owner and counts each change", () => {
    catalog.add(tool("a"), { namespace: "builtin" });
    catalog.add(tool("a"), { namespace: "acme" });
    catalog.add(tool("a"));
    const { version } = catalog;
    expect(catalog.remove({ kind: "user", namespace: "acme" })).toBe(1);
    expect(catalog.version).toBe(version + 1);
    expect(names(catalog)).toEqual(["builtin__a", "user__a"]);
    expect(catalog.remove({ kind: "builtin" })).toBe(1);
    expect(catalog.remove({ kind: "user", namespace: "nobody" })).toBe(0);
    expect(names(catalog)).toEqual(["user__a"]);
  });

  it("keeps the operator's ceilings", () => {
    expect(createCatalog({ ceilings: { max_steps: 5 } }).ceilings).toEqual({ max_steps: 5 });
    expect(catalog.ceilings).toBeUndefined();
  });

  it("takes a thousand tools in well under 100 ms", () => {
    const tools = Array.from({ length: 1000 }, (_, index) => tool(`t${index}`));
    const start = performance.now();
    for (const one of tools) catalog.add(one);
    expect(catalog.entries()).toHaveLength(1000);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
