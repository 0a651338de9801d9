import { describe, expect, it } from "vitest";
import { realClock } from "./real/clock.ts";
import { simulatedClock } from "./simulated/clock.ts";
import type { Clock } from "./world.ts";

const kinds: readonly {
  readonly name: string;
  readonly make: () => { clock: Clock; pass: (work: Promise<void>) => Promise<void> };
}[] = [
  { name: "real clock", make: () => ({ clock: realClock(), pass: (work) => work }) },
  {
    name: "simulated clock",
    make: () => {
      const clock = simulatedClock(1000);
      return { clock, pass: (work) => clock.until(work) };
    },
  },
];

describe.each(kinds)("$name", ({ make }) => {
  const wait = (clock: Clock, milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.timer(milliseconds, resolve);
    });

  it("fires once, in the order of the due times", async () => {
    const { clock, pass } = make();
    const fired: string[] = [];
    clock.timer(30, () => fired.push("late"));
    clock.timer(1, () => fired.push("soon"));
    clock.timer(2 ** 31 + 5, () => fired.push("never"), { background: true });
    clock.timer(3, () => fired.push("cancelled")).cancel();
    const before = clock.monotonic();
    await pass(wait(clock, 60));
    expect(fired).toEqual(["soon", "late"]);
    // Node rounds a timer down to the millisecond it started in.
    expect(clock.monotonic() - before).toBeGreaterThanOrEqual(59);
  });

  it("takes negative waits and NaN as no wait, and lets a fired timer be cancelled", async () => {
    const { clock, pass } = make();
    const timer = clock.timer(-5, () => {});
    await pass(wait(clock, Number.NaN));
    timer.cancel();
    timer.cancel();
    expect(clock.now()).toBeGreaterThan(0);
  });
});
