import { expect, test } from "vitest";
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
  const interrupt = listenForInterrupt(streams);
  process.emit(signal);
  expect(interrupt.signal.reason).toBeInstanceOf(Cancelled);
  expect(interrupt.interrupted()).toBe(isCtrlC);
  interrupt.release();
  expect(process.listenerCount(signal)).toBe(before);
});
