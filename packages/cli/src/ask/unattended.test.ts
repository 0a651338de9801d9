import { openProject, type Diagnostic } from "@graph/host";
import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { unattended } from "./unattended.ts";

const fields = "output_schema: {type: object, properties: {ok: {type: boolean}}}";
const suspended = `tool_name: ask, input: {prompt: Go?, ${fields}, when_unanswered: suspend}`;

async function look(steps: string, nobody: string | undefined): Promise<readonly Diagnostic[]> {
  const plan = (identifier: string, text: string): string =>
    `identifier: ${identifier}\ndescription: One.\nsteps:\n${text}\n`;
  const world = simulatedWorld({
    files: {
      "/p/.graph/plans/main.yaml": plan("main", steps),
      "/p/.graph/plans/child.yaml": plan("child", `  - {id: inner, ${suspended}}`),
    },
    processes: { workingFolder: "/p", homeFolder: "/home/me" },
  });
  const project = await openProject({ world, dir: "/p" });
  const { snapshot, diagnostics } = await project.check("main");
  await project.close();
  if (snapshot === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return unattended(snapshot, nobody);
}

const quiet = "standard input is no terminal";
const call = "tool_name: builtin__reshape, input: {shape: 1}";
type Place = readonly [step: string | undefined, file: string | undefined, line: number | undefined];

test.each<[string, string, string | undefined, readonly Place[]]>([
  ["a question that waits, without anybody", `  - {id: q, ${suspended}}`, quiet, [["q", ".graph/plans/main.yaml", 4]]],
  ["a question that waits, on a terminal", `  - {id: q, ${suspended}}`, undefined, []],
  ["a question that fails at once", `  - {id: q, tool_name: ask, input: {prompt: Go?, ${fields}}}`, quiet, []],
  [
    "a question with a default",
    `  - {id: q, tool_name: ask, input: {prompt: Go?, ${fields}, when_unanswered: default, default: {ok: true}}}`,
    quiet,
    [],
  ],
  [
    "a signal, on a terminal too",
    "  - {id: w, tool_name: wait, input: {signal: go}}",
    undefined,
    [["w", ".graph/plans/main.yaml", 4]],
  ],
  [
    "a signal with a timeout",
    "  - {id: w, tool_name: wait, input: {signal: go, timeout: 1s}}",
    quiet,
    [["w", ".graph/plans/main.yaml", 4]],
  ],
  ["a time", "  - {id: w, tool_name: wait, input: {for: 1s}}", quiet, []],
  [
    "a plan that is called",
    "  - {id: s, tool_name: plan__child, input: {}}",
    quiet,
    [["inner", ".graph/plans/child.yaml", 4]],
  ],
  [
    "every body, in the order of the file",
    `  - id: p
    tool_name: parallel
    input:
      branches:
        a: [{id: x, ${suspended}}]
    catch: [{do: [{id: y, ${suspended}}]}]
    finally: {tool_name: map, input: {over: [], do: [{id: z, ${suspended}}]}}
  - {id: last, ${call}}
finally: [{id: end, ${suspended}}]`,
    quiet,
    [
      ["p/x", ".graph/plans/main.yaml", 8],
      ["p/y", ".graph/plans/main.yaml", 9],
      ["p/@finally/z", ".graph/plans/main.yaml", 10],
      ["end", ".graph/plans/main.yaml", 12],
    ],
  ],
])("%s", async (_what, steps, nobody, expected) => {
  const found = await look(steps, nobody);
  expect(found.map(({ step, file, line }) => [step, file, line])).toEqual(expected);
  for (const { code, severity } of found) expect([code, severity]).toEqual(["tool/unavailable", "error"]);
});

test("the message names the step and its plan, says why, and what to do", async () => {
  const [asked] = await look("  - {id: s, tool_name: plan__child, input: {}}", quiet);
  expect(asked?.message).toContain(
    "The step `inner` of the plan `child` asks a person and waits until somebody answers",
  );
  expect(asked?.message).toContain(quiet);
  expect(asked?.message).toContain("write `when_unanswered: default` with a `default`");
  const [signal] = await look("  - {id: w, tool_name: wait, input: {signal: go}}", undefined);
  expect(signal?.message).toContain("The step `w` of the plan `main` waits for a signal");
  expect(signal?.message).toContain("A `timeout` does not help");
  expect(signal?.message).toContain("Run the plan from a host, through the API");
  expect([signal?.path, signal?.column]).toEqual(["/steps/0/input/signal", 46]);
});
