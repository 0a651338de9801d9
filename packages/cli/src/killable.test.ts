import { simulatedWorld, type ChildProcess, type World } from "@graph/world";
import { expect, test } from "vitest";
import { killable } from "./killable.ts";

test("children that have not ended are killed, without waiting for them", async () => {
  const killed: string[] = [];
  let end: () => void = () => undefined;
  const child = (name: string, ended: ChildProcess["ended"]): ChildProcess => ({
    pid: 1,
    write: () => undefined,
    endInput: () => undefined,
    onOutput: () => undefined,
    onError: () => undefined,
    ended,
    kill: (signal) => killed.push(`${name} ${signal}`),
  });
  const over = { code: 0, signal: null };
  const below = simulatedWorld();
  const processes: World["processes"] = {
    pid: 1,
    workingFolder: "/",
    homeFolder: "/",
    platform: "linux",
    environment: () => undefined,
    start: (command) =>
      child(
        command,
        command === "short" ? new Promise((resolve) => (end = () => resolve(over))) : new Promise(() => undefined),
      ),
  };
  const { world, killChildren } = killable({ ...below, processes });
  const options = { workingFolder: "/", environment: {} };
  const short = world.processes.start("short", [], options);
  world.processes.start("long", [], options);
  end();
  await short.ended;
  killChildren();
  expect(killed).toEqual(["long SIGKILL"]);
});
