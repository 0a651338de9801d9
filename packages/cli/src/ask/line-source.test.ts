import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openLines } from "./line-source.ts";

const never = new AbortController().signal;
const line = (text: string): object => ({ kind: "line", text });

test("lines come one by one, however they were cut; the last needs no line end", async () => {
  const stream = new PassThrough();
  const lines = openLines(stream);
  stream.write("on");
  stream.write("e\r\ntwo\nth");
  expect([await lines.next(never), await lines.next(never)]).toEqual([line("one"), line("two")]);
  const third = lines.next(never);
  stream.write(Buffer.from("é").subarray(0, 1));
  stream.end(Buffer.from("é").subarray(1));
  expect(await third).toEqual(line("thé"));
  expect([await lines.next(never), await lines.next(never)]).toEqual([{ kind: "ended" }, { kind: "ended" }]);
});

test("nothing is read before somebody waits for it, nor afterwards", async () => {
  const stream = new PassThrough();
  const lines = openLines(stream);
  expect(stream.readableFlowing).toBe(null);
  stream.write("a\n");
  expect(await lines.next(never)).toEqual(line("a"));
  expect(stream.isPaused()).toBe(true);
  lines.close();
  expect([stream.listenerCount("data"), stream.listenerCount("error")]).toEqual([0, 0]);
});

test("a wait that is stopped takes no line away", async () => {
  const stream = new PassThrough();
  const lines = openLines(stream);
  const controller = new AbortController();
  const waiting = lines.next(controller.signal);
  controller.abort();
  expect(await waiting).toEqual({ kind: "stopped" });
  expect(await lines.next(controller.signal)).toEqual({ kind: "stopped" });
  stream.write("kept\n");
  expect(await lines.next(never)).toEqual(line("kept"));
});

test("a stream that fails, or has ended before, has no lines", async () => {
  const failing = new PassThrough();
  const waiting = openLines(failing).next(never);
  failing.destroy(new Error("EIO"));
  expect(await waiting).toEqual({ kind: "ended" });
  expect(await openLines(failing).next(never)).toEqual({ kind: "ended" });
});
