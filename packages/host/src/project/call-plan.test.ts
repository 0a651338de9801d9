import type { Json, JsonObject } from "@graph/plan";
import { simulatedWorld } from "@graph/world";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openProject } from "./open-project.ts";
import type { Project } from "./project.ts";

/** A project with a tool that gives back what it was called with. */
async function projectWithEcho(): Promise<Project> {
  return openProject({
    world: simulatedWorld({ files: { "/p/x": "" }, processes: { workingFolder: "/p" } }),
    dir: "/p",
    tools: [
      {
        name: "echo",
        description: "Gives back its input.",
        inputSchema: { type: "object" },
        literalArguments: ["/command"],
        run: (input: JsonObject) => ({ input }),
      },
    ],
  });
}

const object = (json: string): JsonObject => JSON.parse(json) as JsonObject;

test.each<[string, JsonObject]>([
  ["nothing", {}],
  ["a key that is special in JavaScript", object('{"__proto__": {"x": 1}, "constructor": 2}')],
  ["a key of 5,000 characters", { ["k".repeat(5000)]: 1 }],
  ["keys that look like tags", { "<<input.x>>": 1, 'a"b]': 2, "": 3, "{{y}}": 4 }],
  ["values that look like tags", { a: "<<input.x>>", b: ["{{y}}", "\\<<z>>", "{{{raw}}}"], c: { d: "<<unclosed" } }],
  ["an argument that a plan has to write out", { command: "\\<<a>> <<b>>" }],
  ["a text of 100,000 characters with tags", { a: "<<x>>".repeat(20_000) }],
  ["what looks like a step", { tool_name: "x__y", if: false, do: { tool_name: "z__z" } }],
])("a call hands over exactly what it was given: %s", async (_, input) => {
  const project = await projectWithEcho();
  const result = await project.call("user__echo", input);
  expect([result.status, result.error?.message]).toEqual(["succeeded", undefined]);
  expect(JSON.stringify(result.output)).toBe(JSON.stringify({ input }));
  await project.close();
});

test("a call hands over every legal JSON object", async () => {
  const project = await projectWithEcho();
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[<>{}\\/#a. "[\]]{0,12}$/u), fc.constant("__proto__"));
  const value = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.array(fc.tuple(text, tie("value")), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, value), { maxLength: 4 }), async (pairs) => {
      const input = Object.fromEntries(pairs);
      expect(JSON.stringify((await project.call("user__echo", input)).output)).toBe(JSON.stringify({ input }));
    }),
    { numRuns: 200 },
  );
  await project.close();
});
