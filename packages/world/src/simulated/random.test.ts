import { expect, it } from "vitest";
import { seededRandom } from "./random.ts";

it("gives the same numbers for the same seed, everywhere", () => {
  const random = seededRandom(42);
  const first = [random.next(), random.next(), random.next()];
  const again = seededRandom(42);
  expect([again.next(), again.next(), again.next()]).toEqual(first);
  expect(seededRandom(43).next()).not.toBe(first[0]);
});

it("stays in [0, 1) and is spread evenly", () => {
  const random = seededRandom(7);
  const buckets = Array.from({ length: 10 }, () => 0);
  for (let draw = 0; draw < 20_000; draw += 1) {
    const value = random.next();
    expect(value >= 0 && value < 1).toBe(true);
    const bucket = Math.floor(value * 10);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  for (const count of buckets) expect(Math.abs(count - 2000)).toBeLessThan(250);
});

it("makes UUIDs of version 4", () => {
  const random = seededRandom(1);
  const made = new Set(Array.from({ length: 1000 }, () => random.uuid()));
  expect(made.size).toBe(1000);
  for (const uuid of made)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
