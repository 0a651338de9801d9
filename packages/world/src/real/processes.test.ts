import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import type { ChildProcess } from "../world.ts";
import { realProcesses } from "./processes.ts";

const processes = realProcesses();
const node = process.execPath;

function start(script: string, ...args: string[]): ChildProcess {
  return processes.start(node, ["-e", script, ...args], { workingFolder: tmpdir(), environment: { ONLY: "this" } });
}

function collect(child: ChildProcess): { text: string } {
  const collected = { text: "" };
  child.onOutput((text) => (collected.text += text));
  return collected;
}

it("gives the child its arguments untouched, its whole environment and its folder", async () => {
  const folder = mkdtempSync(`${tmpdir()}/graph-process-`);
  const child = processes.start(
    node,
    [
      "-e",
      "console.log(JSON.stringify([process.argv.slice(1), Object.keys(process.env), process.cwd()]))",
      "--",
      "$HOME; echo `x` && 'q'",
    ],
    { workingFolder: folder, environment: { ONLY: "this" } },
  );
  const out = collect(child);
  expect(await child.ended).toEqual({ code: 0, signal: null });
  const [args, names, cwd] = JSON.parse(out.text) as [string[], string[], string];
  expect(args).toEqual(["$HOME; echo `x` && 'q'"]);
  expect(names.filter((name) => !name.startsWith("__"))).toEqual(["ONLY"]);
  expect(cwd.endsWith(folder.split("/").at(-1) ?? "?")).toBe(true);
  rmSync(folder, { recursive: true });
});

it("carries text both ways, characters whole, and keeps what came before anybody listened", async () => {
  const child = start("process.stderr.write('warn'); process.stdin.pipe(process.stdout)");
  child.write("é".repeat(40_000));
  child.write("end");
  child.endInput();
  child.write("after the end");
  const out = collect(child);
  let warned = "";
  child.onError((text) => (warned += text));
  await child.ended;
  expect([out.text.length, out.text.slice(-4), warned]).toEqual([40_003, "éend", "warn"]);
});

it("does not let a child block on output that nobody reads", async () => {
  const child = start("process.stdout.write('x'.repeat(1_000_000)); process.stderr.write('y'.repeat(1_000_000))");
  expect(await child.ended).toEqual({ code: 0, signal: null });
});

it("kills", async () => {
  const child = start("console.log('up'); setInterval(() => {}, 1000)");
  await new Promise<void>((resolve) => {
    child.onOutput(() => resolve());
  });
  child.kill("SIGKILL");
  expect(await child.ended).toEqual({ code: null, signal: "SIGKILL" });
  child.write("to the dead");
});

it("tells in `ended` that a command is missing or may not be started", async () => {
  const options = { workingFolder: tmpdir(), environment: {} };
  await expect(processes.start("/no/such/command", [], options).ended).rejects.toMatchObject({
    code: "not-found",
    message: "The command /no/such/command was not found, or the folder it should run in is missing.",
  });
  await expect(processes.start(tmpdir(), [], options).ended).rejects.toMatchObject({ code: "denied" });
  expect(() => processes.start("node", ["a\0b"], options)).toThrow("may not be empty or hold a NUL character");
});

it("reads the environment by own names only", () => {
  expect(processes.environment("PATH")).toBe(process.env["PATH"]);
  expect(processes.environment("toString")).toBeUndefined();
  expect(processes.pid).toBe(process.pid);
});
