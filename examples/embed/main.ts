// A host application: registers a tool of its own, runs a plan, listens to what happens, cancels a run, and asserts all of it.
//   npm start --workspace graph-example-embed
import assert from "node:assert/strict";
import { createRunner, PlanError } from "@graph/runner";
import { defineTool, ToolError } from "@graph/tools";

const stock = new Map([
  ["tea", 3],
  ["coffee", 0],
]);

const lookUp = defineTool({
  name: "look_up",
  description: "Tells how many of an article are in stock.",
  inputSchema: {
    type: "object",
    required: ["article"],
    properties: { article: { type: "string" } },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    required: ["article", "pieces"],
    properties: { article: { type: "string" }, pieces: { type: "integer" } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  run({ article }: { readonly article: string }) {
    const pieces = stock.get(article);
    if (pieces === undefined)
      throw new ToolError(`There is no article ${article}.`, { class: "invalid_input", effect: "none" });
    return { article, pieces };
  },
});

const wait = defineTool({
  name: "wait_for_delivery",
  description: "Waits until the next delivery has come.",
  inputSchema: { type: "object", additionalProperties: false },
  annotations: { readOnlyHint: true },
  run: (_input: object, { signal }) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () =>
        reject(new ToolError("Stopped waiting.", { class: "cancelled", effect: "none" })),
      );
    }),
});

// Create a runner, load a plan.
const runner = createRunner({ tools: [lookUp, wait] });
const order = runner.load<{ articles: string[] }, { order: string[] }>(`
identifier: order
description: Tells which of some articles have to be ordered.
input_schema:
  type: object
  required: [articles]
  properties: {articles: {type: array, items: {type: string}}}
steps:
  - id: looked_up
    tool_name: map
    input:
      over: <<input.articles>>
      concurrency: 4
      do:
        tool_name: user__look_up
        input: {article: <<item>>}
  - id: sold_out
    tool_name: filter
    input:
      over: <<looked_up.results>>
      where: {value: <<item.pieces>>, op: eq, to: 0}
output:
  order: <<pluck sold_out.items "article">>
`);

// Listen.
const finished: string[] = [];
runner.on("step-finish", ({ path, status }) => finished.push(`${path} ${status}`));

// Run: the result tells how it ended and what was lost on the way.
const result = await runner.run(order, { articles: ["tea", "coffee"] });
assert.equal(result.status, "succeeded");
assert.deepEqual(result.output, { order: ["coffee"] });
assert.deepEqual(finished, [
  "looked_up[0]/@do succeeded",
  "looked_up[1]/@do succeeded",
  "looked_up succeeded",
  "sold_out succeeded",
]);

// A failure is a result too, with its place in the plan.
const failed = await runner.run(order, { articles: ["milk"] });
assert.equal(failed.status, "failed");
assert.equal(failed.error?.message, "There is no article milk.");
assert.equal(failed.diagnostics[0]?.line, 15);

// A plan with mistakes is refused before anything runs: all of them at once, each with its place.
assert.throws(
  () =>
    runner.load(
      "identifier: typo\ndescription: A typo.\nsteps:\n  - {id: a, tool_name: user__look_upp, input: {article: tea}}\n",
    ),
  (error) =>
    error instanceof PlanError && error.diagnostics[0]?.code === "tool/unknown" && error.diagnostics[0].line === 4,
);

// Cancel: the tool's signal fires, and nothing is left running.
const waiting = runner.start(
  runner.load(
    "identifier: delivery\ndescription: Waits.\nsteps:\n  - {id: a, tool_name: user__wait_for_delivery, input: {}}\n",
  ),
);
runner.on("step-start", ({ path }) => path === "a" && queueMicrotask(waiting.cancel));
const cancelled = await waiting.result;
assert.equal(cancelled.status, "cancelled");
assert.equal(cancelled.steps.get("a")?.status, "cancelled");

process.stdout.write("The order is coffee.\n");
