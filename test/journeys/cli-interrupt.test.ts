import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeChaosScript } from "@graph/test-chaos-server";
import { expect, test, vi } from "vitest";
import { graphProjects } from "../support/graph-projects.ts";

const project = graphProjects();

const hanging = `identifier: hanging
description: Hangs.
steps:
  - id: stuck
    tool_name: things__hang
    input: {}
output: {}
`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 1],
] as const)("%s cancels the run and ends with %d", async (signal, expected) => {
  const made = project({
    ".graph/plans/hanging.yaml": hanging.replace(
      "stuck\n",
      "first\n    tool_name: builtin__reshape\n    input: {shape: 1}\n  - id: stuck\n",
    ),
  });
  const { command, args } = writeChaosScript(join(made.folder, "chaos.json"), {
    tools: [{ name: "hang", inputSchema: { type: "object" }, annotations: { readOnlyHint: true }, does: "hang" }],
  });
  made.write({
    ".graph/config.toml": `[mcp.things]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  });
  let sent = false;
  const { code, stdout } = await made.graph(["plan", "run", "hanging", "--json"], {
    environment: { GRAPH_TRUST: "1" },
    onError: (text, kill) => {
      if (sent || !text.includes("succeeded first")) return;
      sent = true;
      kill(signal);
    },
  });
  expect(code).toBe(expected);
  expect(JSON.parse(stdout)).toMatchObject({ status: "cancelled" });
});

const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

const binary = fileURLToPath(new URL("../../packages/cli/bin/graph.js", import.meta.url));

/** A project whose server never answers; a command is sent a signal while it waits for it. */
async function signalWhileStarting(
  args: readonly string[],
  signal: NodeJS.Signals,
): Promise<{ code: number | null; stdout: string; tookMs: number; acted: boolean }> {
  const made = project({
    ".graph/config.toml":
      '[mcp.things]\ncommand = "sh"\nargs = ["-c", "sleep 500 & echo $$ $! > pids; wait"]\n[tools]\nroots = ["."]\n',
    ".graph/plans/both.yaml": `identifier: both
description: Writes, then asks a server.
steps:
  - {id: first, tool_name: builtin__write_file, input: {path: written.txt, text: x}}
  - {id: second, tool_name: things__get, input: {}}
output: {}
`,
  });
  const pids = join(made.folder, "pids");
  const child = spawn(process.execPath, [binary, ...args], {
    cwd: made.folder,
    env: { PATH: process.env["PATH"], HOME: made.home, GRAPH_TRUST: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await vi.waitFor(() => expect(statSync(pids).size).toBeGreaterThan(3), { timeout: 30_000 });
  const began = performance.now();
  child.kill(signal);
  const code = await ended;
  const tookMs = performance.now() - began;
  const started = readFileSync(pids, "utf8").trim().split(" ").map(Number);
  // The system takes a moment to clear an ended process away whose parent is gone.
  await vi.waitFor(() => expect(started.map(isRunning)).toEqual([false, false]), { timeout: 5000 });
  return { code, stdout, tookMs, acted: existsSync(join(made.folder, "written.txt")) };
}

test.each([
  ["tools list", "SIGTERM", 1],
  ["tools list", "SIGHUP", 1],
  ["tools search x", "SIGINT", 130],
  ["plan run both --json", "SIGINT", 130],
  ["plan check", "SIGTERM", 1],
  ["mcp test", "SIGINT", 130],
] as const)(
  "%s that is sent %s while a server starts ends soon with %d, and leaves no process behind",
  async (line, signal, expected) => {
    const { code, stdout, tookMs, acted } = await signalWhileStarting(line.split(" "), signal);
    expect([code, acted]).toEqual([expected, false]);
    // It took nine seconds when only a run listened; the server is given one to leave.
    expect(tookMs).toBeLessThan(5000);
    const shown = line.includes("--json") ? (JSON.parse(stdout) as { readonly status: string }).status : stdout;
    expect(shown).toBe(line.includes("--json") ? "cancelled" : "");
  },
);

test("a second Ctrl-C leaves no server behind, be it as stubborn as it likes", async () => {
  const made = project({
    ".graph/config.toml":
      '[mcp.things]\ncommand = "sh"\nargs = ["-c", "trap : TERM INT HUP; echo $$ > pids; while :; do sleep 1; done"]\n',
  });
  const pids = join(made.folder, "pids");
  const child = spawn(process.execPath, [binary, "mcp", "test"], {
    cwd: made.folder,
    env: { PATH: process.env["PATH"], HOME: made.home, GRAPH_TRUST: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
    if (text.includes("Cancelling")) child.kill("SIGINT");
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await vi.waitFor(() => expect(statSync(pids).size).toBeGreaterThan(1), { timeout: 30_000 });
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(told.match(/Cancelling/gu)).toHaveLength(1);
  const server = Number(readFileSync(pids, "utf8"));
  await vi.waitFor(() => expect(isRunning(server)).toBe(false), { timeout: 2000 });
});
