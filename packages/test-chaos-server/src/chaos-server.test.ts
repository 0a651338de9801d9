import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type ChaosScript, writeChaosScript } from "./chaos-server.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});

function run(
  script: ChaosScript,
  messages: readonly unknown[],
): { lines: string[]; code: number | null; count: (method: string) => number } {
  const { path, remove } = makeTemporaryFolder();
  folders.push(remove);
  const server = writeChaosScript(join(path, "a", "srv.json"), script);
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const { stdout, status } = spawnSync(server.command, [...server.args], { input, encoding: "utf8" });
  return {
    lines: stdout.split("\n").filter((line) => line !== ""),
    code: status,
    count: (method) => server.count(method),
  };
}

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const call = (name: string, input: unknown = {}): unknown => ({
  jsonrpc: "2.0",
  id: 2,
  method: "tools/call",
  params: { name, arguments: input },
});

it("lists its tools without what it does with them, echoes, and counts", () => {
  const { lines, code, count } = run({ tools: [{ name: "t", inputSchema: {}, does: "echo" }] }, [
    list,
    call("t", { a: 1 }),
    call("none"),
  ]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "t", inputSchema: {} }] } },
    { jsonrpc: "2.0", id: 2, result: { content: [{ type: "text", text: '{"a":1}' }], structuredContent: { a: 1 } } },
    { jsonrpc: "2.0", id: 2, error: { code: -32602, message: "Unknown tool: none" } },
  ]);
  expect(code).toBe(0);
  expect([count("tools/list"), count("tools/call"), count("tools/call:t"), count("initialize")]).toEqual([1, 2, 1, 0]);
});

it.each<[string, number]>([
  ["die:3", 3],
  ["dance", 1],
])("a tool that does %s ends the process with %i", (does, code) => {
  expect(run({ tools: [{ name: "t", does }] }, [call("t")]).code).toBe(code);
});

it("writes values that are deeper than JSON.stringify goes", () => {
  const { lines } = run({ tools: [{ name: "t", does: "deep:50000" }] }, [call("t")]);
  expect(lines[0]).toContain(`{"value":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
});

it("refuses a behaviour that does not exist", () => {
  expect(run({ tools: [], server: ["bannner"] }, [list])).toMatchObject({ code: 1, lines: [] });
});
