import { type SimulatedClock, simulatedWorld } from "@graph/world";
import { expect, it } from "vitest";
import { createListRefresh, type ListRefresh } from "./list-refresh.ts";

interface Watched {
  readonly clock: SimulatedClock;
  readonly refresh: ListRefresh;
  /** When looks began, and how many failures were told. */
  readonly began: number[];
  readonly failures: () => number;
  readonly atOnce: () => number;
}

/** Looks that take as long as `takes` says, and fail as often as `fails` says. */
function watch(options: { readonly takes?: number; readonly fails?: number } = {}): Watched {
  const { clock } = simulatedWorld();
  const began: number[] = [];
  let failures = 0;
  let running = 0;
  let most = 0;
  const refresh = createListRefresh({
    clock,
    async look() {
      began.push(clock.monotonic());
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        clock.timer(options.takes ?? 0, resolve);
      });
      running -= 1;
      if (began.length <= (options.fails ?? 0)) throw new Error("no");
    },
    onFailure: () => {
      failures += 1;
    },
  });
  return { clock, refresh, began, failures: () => failures, atOnce: () => most };
}

const nothing = async (): Promise<void> => {};

it("looks at one change after another, so that the oldest answer never wins", async () => {
  const { clock, refresh, began, atOnce } = watch({ takes: 5000 });
  await refresh.first(nothing);
  refresh.changed();
  await clock.advance(2000);
  // Told while the list is being read: it may or may not be in it.
  for (let index = 0; index < 100; index += 1) refresh.changed();
  await clock.advance(20_000);
  expect([began, atOnce()]).toEqual([[1000, 7000], 1]);
});

it("looks at a change that was told while the server was starting", async () => {
  const { clock, refresh, began } = watch();
  await refresh.first(async () => refresh.changed());
  await clock.advance(10_000);
  expect(began).toEqual([1000]);
});

it("does not look for a change that was told before the first list was asked for", async () => {
  const { clock, refresh, began } = watch();
  refresh.changed();
  await refresh.first(nothing);
  await clock.advance(10_000);
  expect(began).toEqual([]);
});

it("slows down when the list cannot be read, and gets there by itself", async () => {
  const { clock, refresh, began, failures } = watch({ fails: 8 });
  await refresh.first(nothing);
  refresh.changed();
  for (let index = 0; index < 400; index += 1) {
    await clock.advance(1000);
    refresh.changed();
    if (began.length === 9) break;
  }
  expect([began, failures()]).toEqual([[1000, 3000, 7000, 15_000, 31_000, 63_000, 123_000, 183_000, 243_000], 8]);
});

it("begins no look after its end, and tells of no failure", async () => {
  const { clock, refresh, began, failures } = watch({ takes: 100, fails: 1 });
  await refresh.first(nothing);
  refresh.changed();
  await clock.advance(1000);
  refresh.stop();
  refresh.changed();
  await clock.advance(10_000);
  expect([began, failures(), clock.pending]).toEqual([[1000], 0, 0]);
});
