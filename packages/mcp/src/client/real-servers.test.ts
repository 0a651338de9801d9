import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@graph/plan";
import { CallResult, type RegisteredTool, ToolError } from "@graph/tools";
import { makeTemporaryFolder } from "@graph/test-chaos-server";
import { realWorld } from "@graph/world";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFederation, type Federation } from "./federation.ts";

const programs = fileURLToPath(new URL("../../../../node_modules/.bin/", import.meta.url));

describe("the reference servers from npm", () => {
  const { path: folder, remove } = makeTemporaryFolder();
  let federation: Federation;

  beforeAll(async () => {
    await realWorld().files.writeAtomic(join(folder, "hello.txt"), "good morning");
    const server = (name: string, ...args: string[]) => ({
      kind: "stdio" as const,
      command: join(programs, `mcp-server-${name}`),
      args,
      cwd: folder,
    });
    federation = createFederation({
      world: realWorld(),
      servers: [
        { id: "files", ...server("filesystem", folder), idempotent: ["write_*"] },
        { id: "everything", ...server("everything") },
        { id: "memory", ...server("memory"), env: { MEMORY_FILE_PATH: join(folder, "memory.json") } },
        { id: "thinking", ...server("sequential-thinking") },
      ],
    });
    await federation.ready({ waitMs: 15_000 });
  }, 30_000);

  afterAll(async () => {
    await federation.close();
    remove();
  });

  const call = async (name: string, input: JsonObject): Promise<unknown> => {
    const tool = federation.tools().find((candidate) => candidate.name === name);
    const result = await tool?.call?.(input, { signal: new AbortController().signal, runId: "r", key: "a", depth: 0 });
    return result instanceof CallResult ? result.value : result;
  };

  it("lists all their tools", () => {
    expect(federation.servers()).toEqual([
      { id: "files", state: "ok", tools: 14 },
      { id: "everything", state: "ok", tools: 13 },
      { id: "memory", state: "ok", tools: 9 },
      { id: "thinking", state: "ok", tools: 1 },
    ]);
    expect(federation.tools().filter((tool: RegisteredTool) => tool.unusable !== undefined)).toEqual([]);
    expect(federation.diagnostics()).toEqual([]);
  });

  it("reads a file", async () => {
    expect(await call("files__read_text_file", { path: join(folder, "hello.txt") })).toEqual({
      content: "good morning",
    });
  });

  it("passes a tool's failure on in the server's words", async () => {
    const failure = await call("files__read_text_file", { path: "/etc/hosts" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolError);
    expect(failure).toMatchObject({
      code: "tool/failed",
      class: "tool_error",
      message: expect.stringContaining("Access denied") as unknown,
    });
  });

  it("keeps several parts", async () => {
    expect(await call("everything__get-tiny-image", {})).toMatchObject({
      content: [{ type: "text" }, { type: "image" }, { type: "text" }],
    });
  });

  it("takes a plain text as text", async () => {
    expect(await call("everything__echo", { message: "hi" })).toEqual({ text: "Echo: hi" });
  });
});
