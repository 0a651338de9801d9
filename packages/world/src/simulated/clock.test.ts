import { expect, it } from "vitest";
import { simulatedClock } from "./clock.ts";

it("moves only as far as it is told", async () => {
  const clock = simulatedClock(1_000_000);
  const fired: number[] = [];
  clock.timer(10, () => {
    fired.push(clock.now());
    clock.timer(5, () => fired.push(clock.now()));
  });
  clock.timer(16, () => fired.push(clock.now()));
  await clock.advance(9);
  expect(fired).toEqual([]);
  await clock.advance(6);
  expect(fired).toEqual([1_000_010, 1_000_015]);
  expect(clock.monotonic()).toBe(15);
  expect(clock.pending).toBe(1);
});

it("fires equal due times in the order in which they were set", async () => {
  const clock = simulatedClock(0);
  const fired: string[] = [];
  for (const name of ["a", "b", "c"]) clock.timer(7, () => fired.push(name));
  await clock.runUntilIdle();
  expect(fired).toEqual(["a", "b", "c"]);
});

it("lets promises run before time moves", async () => {
  const clock = simulatedClock(0);
  const log: string[] = [];
  const work = (async () => {
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    log.push(`work at ${clock.now()}`);
  })();
  clock.timer(1, () => log.push("timer"));
  await clock.runUntilIdle();
  await work;
  expect(log).toEqual(["work at 0", "timer"]);
});

it("is idle when only background timers are left, and passes centuries", async () => {
  const clock = simulatedClock(0);
  const tick = (): void => {
    clock.timer(1000, tick, { background: true });
  };
  tick();
  await clock.runUntilIdle();
  expect(clock.now()).toBe(0);
  let fired = false;
  simulatedClock(0);
  const far = simulatedClock(0);
  far.timer(2 ** 45, () => {
    fired = true;
  });
  await far.runUntilIdle();
  expect([fired, far.now()]).toEqual([true, 2 ** 45]);
});

it("runs time until a promise settles, and says so when nothing can settle it", async () => {
  const clock = simulatedClock(0);
  const later = new Promise<string>((resolve) => {
    clock.timer(50, () => resolve("done"));
  });
  clock.timer(500, () => {});
  expect(await clock.until(later)).toBe("done");
  expect(clock.now()).toBe(50);
  await expect(clock.until(Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(simulatedClock(0).until(new Promise(() => {}))).rejects.toThrow("Nothing is left that could happen");
});

it("jumps the wall clock alone", async () => {
  const clock = simulatedClock(10_000);
  await clock.advance(5);
  clock.jump(-3_600_000);
  expect([clock.now(), clock.monotonic()]).toEqual([10_005 - 3_600_000, 5]);
});
