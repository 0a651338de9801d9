import { expect, it, vi } from "vitest";
import { nextTimerChunk } from "../timer-chunk.ts";
import { realClock } from "./clock.ts";

it.each([
  [0, 0, 0],
  [-1, 0, 0],
  [Number.NaN, 0, 0],
  [2 ** 30, 2 ** 30, 0],
  [2 ** 31, 2 ** 30, 2 ** 30],
  [2 ** 31 + 7, 2 ** 30, 2 ** 30 + 7],
  [Number.POSITIVE_INFINITY, 2 ** 30, Number.POSITIVE_INFINITY],
])("a wait of %d is cut", (milliseconds, now, left) => {
  expect(nextTimerChunk(milliseconds)).toEqual({ now, left });
});

it("does not fire a timer of more than 2^31 ms at once", async () => {
  const fired: string[] = [];
  const clock = realClock();
  const timers = [2 ** 31, 2 ** 32 + 1, 2 ** 40].map((wait) => clock.timer(wait, () => fired.push(String(wait))));
  await new Promise<void>((resolve) => {
    clock.timer(30, resolve);
  });
  expect(fired).toEqual([]);
  for (const timer of timers) timer.cancel();
});

it("waits piece after piece, and a cancel reaches the later pieces", async () => {
  vi.resetModules();
  const waits: number[] = [];
  const due: (() => void)[] = [];
  vi.doMock("node:timers", () => ({
    setTimeout: (fire: () => void, wait: number) => {
      waits.push(wait);
      due.push(fire);
      return { unref() {} };
    },
    clearTimeout: () => due.splice(0),
  }));
  const { realClock: mockedClock } = await import("./clock.ts");
  const fired: string[] = [];
  const timer = mockedClock().timer(2 ** 31 + 7, () => fired.push("done"), { background: true });
  due.shift()?.();
  due.shift()?.();
  expect(waits).toEqual([2 ** 30, 2 ** 30, 7]);
  expect(fired).toEqual([]);
  timer.cancel();
  expect(due).toEqual([]);
  vi.doUnmock("node:timers");
});
