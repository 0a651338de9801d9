import { PassThrough } from "node:stream";
import type { Json, QuestionReply, RunEvent, RunQuestion } from "@graph/host";
import { describe, expect, test, vi } from "vitest";
import { escapeControls } from "../output/escape-controls.ts";
import { openLines } from "./line-source.ts";
import { openQuestionDesk, type QuestionDesk } from "./question-desk.ts";

const base = { type: "question", runId: "r", time: 0, from: "person" } as const;
const schema = {
  type: "object",
  required: ["ok"],
  properties: { ok: { type: "boolean", description: "Whether to ship" }, note: { type: "string" } },
};
const question = (key: string, more: Partial<RunQuestion> = {}): RunQuestion => ({
  ...base,
  key,
  path: key,
  prompt: "Ship it?",
  schema,
  unanswered: "fail",
  ...more,
});

interface Bench {
  readonly desk: QuestionDesk;
  readonly input: PassThrough;
  readonly replies: Json[];
  /** What the person saw, and when the list of steps was taken away and drawn again. */
  shown(): string;
  /** Puts a question to the desk; resolves when it is done. */
  put(one: RunQuestion, answers?: readonly Awaited<ReturnType<QuestionReply["answer"]>>[]): Promise<void>;
}

function bench(): Bench {
  const written: string[] = [];
  const replies: Json[] = [];
  const input = new PassThrough();
  const view = { pause: () => void written.push("(list away)\n"), resume: () => void written.push("(list back)\n") };
  const terminal = {
    tell: (text: string) => void written.push(`${escapeControls(text)}\n`),
    draw: (text: string) => void written.push(text),
    lines: openLines(input),
  };
  const desk = openQuestionDesk(terminal, view);
  return {
    desk,
    input,
    replies,
    shown: () => written.join(""),
    async put(one, answers = []) {
      const given = [...answers];
      await desk.ask(one, {
        async answer(value) {
          replies.push({ [one.key]: value });
          return given.shift() ?? "accepted";
        },
        decline: () => void replies.push({ [one.key]: "declined" }),
      });
    },
  };
}

test("field by field, a value that does not fit again with the reason", async () => {
  const { put, input, shown, replies } = bench();
  input.write("maybe\nYES\nas soon as possible\n");
  await put(question("q"));
  expect(replies).toEqual([{ q: { ok: true, note: "as soon as possible" } }]);
  expect(shown()).toBe(`(list away)
? Ship it?  (q)
  ok (Whether to ship), yes or no:     Say yes or no.
  ok (Whether to ship), yes or no:   note, a text, or nothing: (list back)
`);
});

describe("a question is declined", () => {
  test.each([
    ["after a value that did not fit four times", "a\nb\nc\nd\ny\n", "No value for `ok` fitted."],
    ["by a blank line where a value is needed", "\n", "`ok` needs a value."],
    ["by the end of the input", undefined, "The input has ended."],
  ])("%s", async (_how, text, reason) => {
    const { put, input, shown, replies } = bench();
    if (text === undefined) input.end();
    else input.write(text);
    await put(question("q"));
    expect(replies).toEqual([{ q: "declined" }]);
    expect(shown()).toContain(`  ${reason} The question is declined.\n(list back)`);
  });
});

test("what may be left blank: a field that is optional, and one with a default, which is shown", async () => {
  const { put, input, shown, replies } = bench();
  input.write("\n\n");
  await put(question("q", { unanswered: "default", default: { ok: false } }));
  expect(replies).toEqual([{ q: { ok: false } }]);
  expect(shown()).toContain("ok (Whether to ship), yes or no [no]: ");
});

test("an answer that does not fit as a whole is asked for again, from the first field, three times", async () => {
  const strict = { ...schema, dependentRequired: { note: ["why"] } };
  const again = bench();
  again.input.write("y\nx\ny\n\n");
  await again.put(question("q", { schema: strict }), ["invalid"]);
  expect(again.replies).toEqual([{ q: { ok: true, note: "x" } }, { q: { ok: true } }]);
  expect(again.shown()).toContain("  The answer as a whole ");
  const never = bench();
  never.input.write("y\nx\n".repeat(4));
  await never.put(question("q", { schema: strict }), ["invalid", "invalid", "invalid", "invalid"]);
  expect(never.replies.at(-1)).toEqual({ q: "declined" });
  expect(never.replies).toHaveLength(5);
});

test("several questions are put one after another, and the list stays away until the last", async () => {
  const { put, input, shown, replies } = bench();
  const both = Promise.all([put(question("a")), put(question("b", { prompt: "And that?" }))]);
  input.write("y\n\nn\n\n");
  await both;
  expect(replies).toEqual([{ a: { ok: true } }, { b: { ok: false } }]);
  expect(shown().match(/\(list \w+\)|\? .*/gu)).toEqual([
    "(list away)",
    "? Ship it?  (a)",
    "(list away)",
    "? And that?  (b)",
    "(list back)",
  ]);
});

test.each<[string, RunEvent]>([
  [
    "has ended",
    {
      type: "step-finish",
      runId: "r",
      time: 0,
      key: "a",
      path: "a",
      tool: "ask",
      status: "failed",
      attempt: 1,
      bytes: 0,
    },
  ],
  [
    "is tried again",
    {
      type: "step-retry",
      runId: "r",
      time: 0,
      key: "a#2",
      path: "a",
      tool: "ask",
      attempt: 2,
      delayMs: 0,
      error: { class: "timeout", code: "tool/timeout", message: "m", step: "a", effect: "none" },
    },
  ],
])("a question whose step %s is taken back, and the next one is put", async (_how, event) => {
  const { desk, put, input, shown, replies } = bench();
  const both = Promise.all([put(question("a")), put(question("b"))]);
  await vi.waitFor(() => expect(shown()).toContain("yes or no: "));
  desk.event(event);
  input.write("n\n\n");
  await both;
  expect(replies).toEqual([{ b: { ok: false } }]);
  expect(shown()).toContain("yes or no: \n  This question is no longer open.\n");
});

test("a question that somebody else has answered meanwhile is over", async () => {
  const { put, input, shown, replies } = bench();
  input.write("y\n\n");
  await put(question("q"), ["already-answered"]);
  expect(replies).toEqual([{ q: { ok: true } }]);
  expect(shown()).toContain("This question is no longer open.");
});

test("what comes from data neither moves the cursor nor looks like another question", async () => {
  const { put, input, shown } = bench();
  input.write("\n\n");
  const odd = { type: "object", required: ["a\u001b[2J\nb"], properties: { "a\u001b[2J\nb": { type: "string" } } };
  await put(question("q", { prompt: { text: "x\u001b[1A" }, schema: odd }));
  await put(question("q", { prompt: "one\n? two (q)\u0007" }));
  expect(shown()).toContain('? {"text":"x\\u001b[1A"}  (q)\n  a\\u001b[2J b, a text: ');
  expect(shown()).toContain("? one\n  ? two (q)\\u0007  (q)\n");
});

test("signals are nobody's question here", async () => {
  const { put, shown, replies } = bench();
  await put(question("w", { from: "signal", name: "go" }));
  expect([shown(), replies]).toEqual(["", []]);
});
