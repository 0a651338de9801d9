import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { FakeState } from "./fake-state.ts";

/** What a fake tool works with. Time and randomness come from outside, so that it runs on a virtual clock too. */
export interface FakeContext {
  readonly state: FakeState;
  /** Asked for when a tool waits; a tool that does not wait never makes the signal. */
  readonly signal: () => AbortSignal;
  readonly delay: (milliseconds: number, fire: () => void) => { cancel(): void };
  readonly random: () => number;
  /** The file of `append_line`. */
  readonly outFile: string;
}

/** A failure that a fake tool reports. */
export class FakeFailure extends Error {
  readonly errorClass: string;
  readonly effect: "none" | "maybe";
  readonly retryAfterMs: number | undefined;
  constructor(message: string, errorClass: string, effect: "none" | "maybe", retryAfterMs?: number) {
    super(message);
    this.name = "FakeFailure";
    this.errorClass = errorClass;
    this.effect = effect;
    this.retryAfterMs = retryAfterMs;
  }
}

type Input = Readonly<Record<string, unknown>>;
export type FakeBehaviour = (input: Input, context: FakeContext) => unknown;

const number = (value: unknown, fallback: number): number => (typeof value === "number" ? value : fallback);
const text = (value: unknown, fallback = ""): string => (typeof value === "string" ? value : fallback);

function waitFor(milliseconds: number | undefined, context: FakeContext, obeys = true): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = milliseconds === undefined ? undefined : context.delay(milliseconds, resolve);
    if (!obeys) return;
    const signal = context.signal();
    const stop = (): void => {
      timer?.cancel();
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** How `send` and `put` go on once they have had their effect. */
async function afterEffect(input: Input, context: FakeContext): Promise<unknown> {
  switch (input["then"]) {
    case "fail":
      throw new FakeFailure(
        "The message was handed over and the answer was lost.",
        text(input["class"], "tool_error"),
        "maybe",
      );
    case "hang":
      await waitFor(undefined, context);
      break;
    case "sleep":
      await waitFor(number(input["ms"], 0), context);
      break;
  }
  return { ok: true };
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

function notJson(kind: unknown): unknown {
  const ring: Record<string, unknown> = {};
  ring["ring"] = ring;
  const values = new Map<unknown, unknown>([
    ["nan", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["bigint", 1n],
    ["map", new Map([["a", 1]])],
    ["function", () => 1],
    ["cycle", ring],
  ]);
  return { value: values.get(kind) };
}

/** The fifteen fake tools by their own names. */
export const fakeBehaviours: ReadonlyMap<string, FakeBehaviour> = new Map<string, FakeBehaviour>([
  ["echo", (input) => input],
  [
    "sleep",
    async (input, context) => {
      const ms = number(input["ms"], Math.floor(context.random() * number(input["upto_ms"], 0)));
      await waitFor(ms, context);
      return { ms, value: input["value"] ?? null };
    },
  ],
  ["never", (input, context) => waitFor(undefined, context, input["ignore_abort"] !== true)],
  [
    "fail",
    (input, context) => {
      const attempt = context.state.count("fail", text(input["key"]));
      const times = input["times"];
      if (typeof times === "number" && attempt > times) return { attempt };
      const kilobytes = number(input["message_kb"], 0);
      const message = kilobytes > 0 ? "x".repeat(kilobytes * 1024) : text(input["message"], "It did not work.");
      const pause = input["retry_after_ms"];
      const errorClass = text(input["class"], "tool_error");
      throw new FakeFailure(message, errorClass, "none", typeof pause === "number" ? pause : undefined);
    },
  ],
  [
    "fail_on",
    (input) => {
      if (input["n"] === input["bad"]) throw new FakeFailure(`${String(input["n"])} is bad.`, "tool_error", "none");
      return { n: input["n"] };
    },
  ],
  ["unique", (_, context) => ({ serial: context.state.nextSerial() })],
  ["hash", (input) => ({ sha256: createHash("sha256").update(text(input["value"])).digest("hex") })],
  ["join", (input) => ({ text: (input["list"] as readonly string[]).join(text(input["sep"])) })],
  ["big", (input) => ({ text: "x".repeat(number(input["kb"], 1) * 1024) })],
  ["deep", (input) => nested(number(input["depth"], 1))],
  ["bad_json", (input) => notJson(input["kind"])],
  ["count", (input, context) => ({ count: context.state.count("count", text(input["key"])) })],
  [
    "append_line",
    (input, context) => {
      const key = input["idempotency_key"];
      const again = typeof key === "string" && context.state.count("append_line key", key) > 1;
      if (again) return { lines: context.state.memory.get("append_line lines") ?? 0 };
      appendFileSync(context.outFile, `${text(input["line"])}\n`);
      return { lines: context.state.count("append_line", "lines") };
    },
  ],
  ["send", afterEffect],
  ["put", afterEffect],
]);
