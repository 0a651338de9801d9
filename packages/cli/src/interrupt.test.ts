import { expect, test, vi } from "vitest";
import { Cancelled, listenForInterrupt } from "./interrupt.ts";
import type { Streams } from "./output/streams.ts";

const told: string[] = [];
const streams = { tell: (text: string) => told.push(text) } as unknown as Streams;

test.each([
  ["SIGINT", true],
  ["SIGTERM", false],
  ["SIGHUP", false],
] as const)("%s aborts what the command waits for", (signal, isCtrlC) => {
  const before = process.listenerCount(signal);
  const killChildren = vi.fn<() => void>();
  const interrupt = listenForInterrupt(streams, killChildren);
  told.length = 0;
  process.emit(signal);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^Cancelling…/u);
  expect(killChildren).not.toHaveBeenCalled();
  expect(interrupt.signal.reason).toBeInstanceOf(Cancelled);
  expect(interrupt.interrupted()).toBe(isCtrlC);
  interrupt.release();
  expect(process.listenerCount(signal)).toBe(before);
});

test("a second Ctrl-C kills the children before the process ends", () => {
  const order: string[] = [];
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    order.push(`exit ${code}`);
    return undefined as never;
  });
  const interrupt = listenForInterrupt(streams, () => order.push("kill"));
  process.emit("SIGINT");
  process.emit("SIGINT");
  interrupt.release();
  exit.mockRestore();
  expect(order).toEqual(["kill", "exit 130"]);
});
