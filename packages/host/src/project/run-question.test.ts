import { simulatedWorld } from "@graph/world";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { openProject } from "./open-project.ts";
import type { Project } from "./project.ts";
import type { QuestionListener } from "./run-question.ts";

const shipped = path.dirname(createRequire(import.meta.url).resolve("@graph/plans/package.json"));

const ask = `identifier: ask
description: Asks.
steps:
  - id: q
    tool_name: ask
    input:
      prompt: Ship it?
      output_schema: {type: object, required: [ok], properties: {ok: {type: boolean}}}
output: {ok: <<q.answer.ok>>}
`;
const wait =
  "identifier: wait\ndescription: Waits.\nsteps: [{id: w, tool_name: wait, input: {signal: go}}]\noutput: {w: <<w>>}\n";

async function opened(): Promise<Project> {
  const world = simulatedWorld({
    files: { [`${shipped}/package.json`]: "{}", "/p/.graph/plans/ask.yaml": ask, "/p/.graph/plans/wait.yaml": wait },
    processes: { workingFolder: "/p", homeFolder: "/home/me" },
  });
  return openProject({ world, dir: "/p" });
}

test("whoever can be asked answers, and is told of the question as an event too", async () => {
  const project = await opened();
  const replies: unknown[] = [];
  const seen: string[] = [];
  const result = await project.run(
    "ask",
    {},
    {
      onEvent: ({ type }) => void seen.push(type),
      async onQuestion({ key, prompt, from }, { answer }) {
        replies.push(key, prompt, from, await answer({ ok: 1 }), await answer({ ok: true }));
      },
    },
  );
  expect(result.output).toEqual({ ok: true });
  expect(replies).toEqual(["q", "Ship it?", "person", "invalid", "accepted"]);
  expect(seen).toEqual(["run-start", "step-start", "question", "step-finish", "run-finish"]);
  await project.close();
});

test.each<[string, QuestionListener | undefined, string]>([
  ["nobody can be asked", undefined, "Nobody can be asked here"],
  ["it is declined", (_question, { decline }) => decline(), "The question was declined."],
  [
    "the listener throws",
    () => {
      throw new Error("no");
    },
    "The question was declined.",
  ],
  ["the listener fails later", () => Promise.reject(new Error("no")), "The question was declined."],
])("a question fails its step when %s", async (_why, onQuestion, message) => {
  const project = await opened();
  const result = await project.run("ask", {}, onQuestion === undefined ? {} : { onQuestion });
  expect(result).toMatchObject({ status: "failed", error: { code: "tool/unavailable", step: "q" } });
  expect(result.error?.message).toContain(message);
  await project.close();
});

test("a listener of events that throws does not keep a question from being put; a signal is answered with its payload", async () => {
  const project = await opened();
  const result = await project.run(
    "wait",
    {},
    {
      onEvent() {
        throw new Error("no");
      },
      async onQuestion({ from, name }, { answer, decline }) {
        decline();
        await answer({ from, ...(name !== undefined && { name }) });
      },
    },
  );
  expect(result.output).toEqual({
    w: { signal: "go", payload: { from: "signal", name: "go" }, timed_out: false },
  });
  await project.close();
});
