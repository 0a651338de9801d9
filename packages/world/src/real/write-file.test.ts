import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WorldError } from "../world.ts";
import { realFiles } from "./files.ts";

const files = realFiles();
let base: string;
beforeEach(async () => {
  base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "graph-write-")));
});
afterEach(() => fs.rm(base, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<string> => ((await fs.stat(path)).mode & 0o777).toString(8);

it("keeps the permissions of the file it replaces, and sets those it is given", async () => {
  const path = join(base, "a");
  await files.writeAtomic(path, "1", { mode: 0o600 });
  expect(await modeOf(path)).toBe("600");
  await files.writeAtomic(path, "2");
  expect(await modeOf(path)).toBe("600");
  await files.writeAtomic(path, "3", { mode: 0o644 });
  expect([await modeOf(path), await files.readText(path)]).toEqual(["644", "3"]);
});

it("leaves no temporary file behind, whatever happens", async () => {
  await fs.mkdir(join(base, "folder"));
  await expect(files.writeAtomic(join(base, "folder"), "x")).rejects.toThrow("is not a file");
  await files.writeAtomic(join(base, "new"), "x", { onlyNew: true });
  await expect(files.writeAtomic(join(base, "new"), "y", { onlyNew: true })).rejects.toThrow("Something is already at");
  await files.writeAtomic(join(base, "new"), "z");
  expect(await files.list(base)).toEqual(["folder", "new"]);
});

it("lets one of many win who make a new file", async () => {
  const path = join(base, "only");
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, writer) => files.writeAtomic(path, String(writer), { onlyNew: true })),
  );
  const codes = results.map((result) => (result.status === "fulfilled" ? "ok" : (result.reason as WorldError).code));
  expect(codes.filter((code) => code === "ok")).toHaveLength(1);
  expect(codes.filter((code) => code === "exists")).toHaveLength(19);
  expect(await files.readText(path)).toBe(String(codes.indexOf("ok")));
});

it("never shows a half-written file to a reader", async () => {
  const path = join(base, "big");
  const contents = ["a", "b"].map((letter) => letter.repeat(300_000));
  await files.writeAtomic(path, contents[0] ?? "");
  const state = { reading: true };
  const seen = new Set<string>();
  const reader = (async () => {
    while (state.reading) {
      const text = await files.readText(path);
      seen.add(`${text.charAt(0)}${new Set(text).size}:${text.length}`);
    }
  })();
  for (let turn = 0; turn < 20; turn += 1) await files.writeAtomic(path, contents[turn % 2] ?? "");
  state.reading = false;
  await reader;
  for (const look of seen) expect(["a1:300000", "b1:300000"]).toContain(look);
});

it("does not block on a pipe", async () => {
  const { execFileSync } = await import("node:child_process");
  execFileSync("mkfifo", [join(base, "pipe")]);
  await expect(files.readText(join(base, "pipe"))).rejects.toMatchObject({ code: "not-a-file" });
  await expect(files.writeAtomic(join(base, "pipe"), "x")).rejects.toMatchObject({ code: "not-a-file" });
});

it("stays inside while somebody swaps a folder for a link", async () => {
  const root = join(base, "root");
  const outside = join(base, "outside");
  await fs.mkdir(join(root, "swap"), { recursive: true });
  await fs.mkdir(outside);
  await fs.writeFile(join(root, "swap", "f"), "inside");
  await fs.writeFile(join(outside, "f"), "OUTSIDE");
  const stop = new SharedArrayBuffer(4);
  const racing = new Worker(
    `const { workerData } = require("node:worker_threads");
     const fs = require("node:fs");
     const { root, outside, stop } = workerData;
     const swap = root + "/swap", kept = root + "/kept", link = root + "/link";
     fs.symlinkSync(outside, link);
     while (Atomics.load(new Int32Array(stop), 0) === 0) {
       fs.renameSync(swap, kept); fs.renameSync(link, swap);
       fs.renameSync(swap, link); fs.renameSync(kept, swap);
     }`,
    { eval: true, workerData: { root, outside, stop } },
  );
  const ends: string[] = [];
  for (let turn = 0; turn < 400; turn += 1) {
    try {
      const path = await files.inside(root, "swap/f", { forWriting: true });
      if (turn % 2 === 0) await files.writeAtomic(path, "inside", { root });
      ends.push(turn % 2 === 0 ? "inside" : await files.readText(path, { root }));
    } catch (error) {
      ends.push(error instanceof WorldError ? "refused" : String(error));
    }
  }
  Atomics.store(new Int32Array(stop), 0, 1);
  await new Promise((resolve) => {
    racing.once("exit", resolve);
  });
  expect(ends).toHaveLength(400);
  expect(ends.filter((end) => end !== "inside" && end !== "refused")).toEqual([]);
  expect(await fs.readdir(outside)).toEqual(["f"]);
  expect(await fs.readFile(join(outside, "f"), "utf8")).toBe("OUTSIDE");
});
