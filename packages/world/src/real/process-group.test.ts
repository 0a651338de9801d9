import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import type { ChildProcess } from "../world.ts";
import { realProcesses } from "./processes.ts";

/** Long enough for a loaded machine, far shorter than the programs that are left running. */
const soonMs = 5000;

function start(command: string, ...args: string[]): ChildProcess {
  const environment = { PATH: process.env["PATH"] ?? "" };
  return realProcesses().start(command, args, { workingFolder: tmpdir(), environment });
}

const shell = (script: string): ChildProcess => start("sh", "-c", script);

/** The first number that a program prints. */
function printedPid(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.onOutput((text) => resolve(Number(text.trim())));
  });
}

/** A dead one that nobody has fetched yet (state Z) does not run. */
function runs(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

async function endsSoon(child: ChildProcess): Promise<unknown> {
  const began = performance.now();
  const end = await child.ended;
  expect(performance.now() - began).toBeLessThan(soonMs);
  return end;
}

const pipesAndProcesses = (): string[] =>
  process.getActiveResourcesInfo().filter((kind) => kind === "PipeWrap" || kind === "ProcessWrap");

describe.skipIf(process.platform === "win32")("what a program starts", () => {
  it("is killed with it", async () => {
    const child = shell("sleep 78 & echo $!; wait; true");
    const pid = await printedPid(child);
    child.kill();
    expect(await endsSoon(child)).toEqual({ code: null, signal: "SIGTERM" });
    await expect.poll(() => runs(pid)).toBe(false);
  });

  it.each([
    ["holds its pipes", "sleep 77 & echo $!; exit 1"],
    ["holds its pipes and does not listen to SIGTERM", "trap '' TERM; sleep 77 & echo $!; exit 1"],
    ["has let go of its pipes", "sleep 77 </dev/null >/dev/null 2>&1 & echo $!; exit 1"],
    [
      "has let go of its pipes and does not listen to SIGTERM",
      "trap '' TERM; sleep 77 </dev/null >/dev/null 2>&1 & echo $!; exit 1",
    ],
  ])("neither hides its end nor outlives it when it %s", async (_what, script) => {
    const child = shell(script);
    const pid = printedPid(child);
    expect(await endsSoon(child)).toEqual({ code: 1, signal: null });
    const left = await pid;
    await expect.poll(() => runs(left)).toBe(false);
  });

  it("keeps neither its end from being seen nor this process alive when it left the group", async () => {
    const before = pipesAndProcesses();
    const script = `
      const { spawn } = require("node:child_process");
      const daemon = spawn("sleep", ["76"], { detached: true, stdio: "inherit" });
      console.log(daemon.pid);
      daemon.unref();`;
    const child = start(process.execPath, "-e", script);
    const pid = printedPid(child);
    expect(await endsSoon(child)).toEqual({ code: 0, signal: null });
    await expect.poll(pipesAndProcesses).toEqual(before);
    process.kill(await pid);
  });

  it("may take its time to leave after a signal that the program itself obeys at once", async () => {
    const slow = "process.on('SIGTERM', () => setTimeout(() => { console.log('saved'); process.exit(); }, 100));";
    const child = shell(`"${process.execPath}" -e "${slow} console.log('up'); setInterval(() => {}, 1000)" & wait`);
    let text = "";
    await new Promise<void>((resolve) => {
      child.onOutput((piece) => {
        text += piece;
        resolve();
      });
    });
    child.kill();
    expect(await endsSoon(child)).toEqual({ code: null, signal: "SIGTERM" });
    expect(text).toBe("up\nsaved\n");
  });
});

it("tells what runs to leave when this process exits without having closed it, and listens for that only meanwhile", async () => {
  const listeners = process.listeners("exit");
  const child = shell("sleep 75");
  const added = process.listeners("exit").filter((listener) => !listeners.includes(listener));
  expect(added).toHaveLength(1);
  added[0]?.call(process, 0);
  expect(await endsSoon(child)).toEqual({ code: null, signal: "SIGTERM" });
  expect(process.listeners("exit")).toEqual(listeners);
});
