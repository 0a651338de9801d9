import { expect, it } from "vitest";
import type { ScriptedChild } from "./processes.ts";
import { simulatedWorld } from "./world.ts";

it("refuses programs and connections unless a script plays them", async () => {
  const world = simulatedWorld();
  const start = { workingFolder: "/", environment: {} };
  await expect(world.processes.start("npx", ["server"], start).ended).rejects.toMatchObject({
    code: "refused",
    message: "No programs are started here: npx was not.",
  });
  await expect(world.network.request({ url: "http://a.test/", method: "GET" })).rejects.toMatchObject({
    code: "refused",
  });
  expect([world.clock.now(), world.processes.pid, world.processes.environment("PATH")]).toEqual([
    1_767_225_600_000,
    1,
    undefined,
  ]);
});

it("plays a program", async () => {
  const echo = (child: ScriptedChild): boolean => {
    if (child.command !== "echo") return false;
    child.error(`${child.environment["A"]} ${child.args.join()}`);
    child.onInput((text) => child.output(text.toUpperCase()));
    child.onInputEnd(() => child.exit(3));
    return true;
  };
  const { processes } = simulatedWorld({ processes: { script: echo, environment: { HOME: "/h" } } });
  const child = processes.start("echo", ["x"], { workingFolder: "/", environment: { A: "1" } });
  const seen: string[] = [];
  child.onError((text) => seen.push(text));
  child.onOutput((text) => seen.push(text));
  child.write("hi");
  child.endInput();
  expect([await child.ended, seen]).toEqual([{ code: 3, signal: null }, ["1 x", "HI"]]);
  const killed = processes.start("echo", [], { workingFolder: "/", environment: {} });
  killed.kill();
  expect(await killed.ended).toEqual({ code: null, signal: "SIGTERM" });
  await expect(processes.start("rm", [], { workingFolder: "/", environment: {} }).ended).rejects.toMatchObject({
    code: "not-found",
  });
  expect(processes.environment("HOME")).toBe("/h");
});

it("hears nothing from a program that has ended, and tells it nothing", async () => {
  let program: ScriptedChild | undefined;
  const told: string[] = [];
  const script = (child: ScriptedChild): void => {
    program = child;
    child.onInput((text) => told.push(text));
    child.onInputEnd(() => told.push("end"));
    child.onKill((signal) => told.push(signal));
  };
  const child = simulatedWorld({ processes: { script } }).processes.start("x", [], {
    workingFolder: "/",
    environment: {},
  });
  const heard: string[] = [];
  child.onOutput((text) => heard.push(text));
  child.onError((text) => heard.push(text));
  child.kill();
  program?.output("bye");
  program?.exit(0);
  program?.output("late");
  program?.error("late");
  program?.exit(1);
  child.write("late");
  child.endInput();
  child.kill("SIGKILL");
  expect([await child.ended, heard, told]).toEqual([{ code: 0, signal: null }, ["bye"], ["SIGTERM"]]);
});

it("plays a server, with name servers that change their mind", async () => {
  const answers = [["203.0.113.5"], ["127.0.0.1"]];
  const { network, clock } = simulatedWorld({
    network: {
      addresses: { "rebind.test": () => answers.shift() ?? [], "none.test": [] },
      script: (request) => {
        if (request.url.endsWith("/slow")) return new Promise(() => {});
        return { status: 200, headers: { "X-A": "1" }, body: `${request.method} ${request.address}` };
      },
    },
  });
  const allowAddress = (address: string): boolean => !address.startsWith("127.");
  const request = { url: "http://rebind.test/", method: "GET", allowAddress };
  const response = await network.request(request);
  expect([response.status, response.headers, new TextDecoder().decode(response.body)]).toEqual([
    200,
    { "x-a": "1" },
    "GET 203.0.113.5",
  ]);
  await expect(network.request(request)).rejects.toMatchObject({ code: "not-allowed" });
  await expect(network.request({ url: "http://none.test/", method: "GET" })).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(network.request({ url: "http://x.test/", method: "GET", maxBytes: 3 })).rejects.toMatchObject({
    code: "too-big",
  });
  expect(network.connections).toEqual([
    { url: "http://rebind.test/", address: "203.0.113.5" },
    { url: "http://x.test/", address: "192.0.2.1" },
  ]);
  const slow = network.request({ url: "http://x.test/slow", method: "GET", timeoutMs: 90_000 });
  await expect(clock.until(slow)).rejects.toMatchObject({ code: "timeout" });
  expect(clock.monotonic()).toBe(90_000);
  const controller = new AbortController();
  const given = network.request({ url: "http://x.test/slow", method: "GET", signal: controller.signal });
  controller.abort();
  await expect(given).rejects.toMatchObject({ code: "aborted" });
  expect(clock.pending).toBe(0);
});
