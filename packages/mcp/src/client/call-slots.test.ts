import { expect, it } from "vitest";
import { createCallSlots } from "./call-slots.ts";

const never = new AbortController().signal;

it("gives out as many as there are, then in order", async () => {
  const slots = createCallSlots(2);
  const order: number[] = [];
  const take = async (n: number): Promise<() => void> => {
    const release = await slots.take(never);
    order.push(n);
    return release;
  };
  const first = await take(1);
  await take(2);
  const third = take(3);
  const fourth = take(4);
  await Promise.resolve();
  expect(order).toEqual([1, 2]);
  first();
  first();
  const release = await third;
  await Promise.resolve();
  expect(order).toEqual([1, 2, 3]);
  release();
  await fourth;
  expect(order).toEqual([1, 2, 3, 4]);
});

it("lets one go that is aborted while it waits", async () => {
  const slots = createCallSlots(1);
  const release = await slots.take(never);
  const controller = new AbortController();
  const waiting = slots.take(controller.signal);
  controller.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
  release();
  await slots.take(never);
  await expect(slots.take(controller.signal)).rejects.toThrow("stop");
});
