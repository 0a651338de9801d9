import { expect, it } from "vitest";
import { simulatedFiles } from "./files.ts";

it("fails the operation it is asked to, and only that", async () => {
  const files = simulatedFiles(() => 5, { "/d/a": "old" });
  files.fail({ operation: "writeAtomic", at: 2, code: "no-space" });
  await files.writeAtomic("/d/a", "one");
  await expect(files.writeAtomic("/d/a", "two")).rejects.toMatchObject({
    code: "no-space",
    subject: "/d/a",
    message: "The disk is full: /d/a could not be written.",
  });
  await files.writeAtomic("/d/b", "three");
  expect([await files.readText("/d/a"), await files.readText("/d/b")]).toEqual(["one", "three"]);
});

it("stays broken until it is healed", async () => {
  const files = simulatedFiles(() => 0, { "/d/a": "x", "/d/b": "y" });
  files.fail({ path: "/d/a", times: Number.POSITIVE_INFINITY, code: "io" });
  for (let turn = 0; turn < 3; turn += 1) await expect(files.readText("/d/a")).rejects.toMatchObject({ code: "io" });
  expect(await files.readText("/d/b")).toBe("y");
  files.heal();
  expect(await files.readText("/d/a")).toBe("x");
});

it("tears appends, and never a file that is replaced as one step", async () => {
  const files = simulatedFiles(() => 0, { "/d/log": "1\n", "/d/state": "whole" });
  files.fail({ operation: "append", code: "io", keepBytes: 2 });
  files.fail({ operation: "writeAtomic", code: "no-space", keepBytes: 3 });
  await expect(files.append("/d/log", "22\n")).rejects.toMatchObject({ code: "io" });
  await expect(files.writeAtomic("/d/state", "changed")).rejects.toMatchObject({ code: "no-space" });
  expect(await files.readText("/d/log")).toBe("1\n22");
  expect(await files.readText("/d/state")).toBe("whole");
  const [torn, ...rest] = await files.list("/d");
  expect(torn).toMatch(/^\.torn-\d+\.tmp$/);
  expect(rest).toEqual(["log", "state"]);
  expect(await files.readText(`/d/${torn}`)).toBe("cha");
});

it("keeps the order of what was done and the time of each change", async () => {
  let now = 10;
  const files = simulatedFiles(() => now, { "/a": "1" });
  now = 20;
  await files.append("/a", "2");
  expect((await files.status("/a"))?.changedAt).toBe(20);
  expect(files.events).toEqual([
    { operation: "append", path: "/a" },
    { operation: "status", path: "/a" },
  ]);
});

it("copies bytes in and out", async () => {
  const files = simulatedFiles(() => 0);
  const bytes = new Uint8Array([1, 2]);
  await files.writeAtomic("/b", bytes);
  bytes[0] = 9;
  const read = await files.readBytes("/b");
  read[1] = 9;
  expect([...(await files.readBytes("/b"))]).toEqual([1, 2]);
});
