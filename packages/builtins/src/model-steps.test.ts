import type { Answer, ModelRolesOptions, Question } from "@graph/models";
import type { JsonObject } from "@graph/plan";
import { createReplayingMemoryEngine, createRunner, type RunnerOptions, type RunResult } from "@graph/runner";
import { defineTool, type Tool } from "@graph/tools";
import { describe, expect, it } from "vitest";
import { catalogWith } from "../test-support/builtins.ts";
import { type FakeAnswer, fakeChat } from "../test-support/fake-chat.ts";
import { type WeightedDecider, weightedDecider } from "../test-support/weighted-decider.ts";

/** Where the steps that ask models meet the tools that ask them: whole plans, on a runner. */

const engines: readonly [string, RunnerOptions["engine"]][] = [
  ["memory", undefined],
  ["replaying memory", createReplayingMemoryEngine],
];

/** Says yes to questions with a word in them. */
const decider = (word: string): WeightedDecider =>
  weightedDecider(
    { refund: 3, complaint: 1 },
    { none: 0, answer: (_id, question, answer) => (question.kind === "yesno" ? yesTo(word, question) : answer) },
  );
const yesTo = (word: string, { ask }: Question): Answer => ({
  kind: "yesno",
  probability: ask.includes(word) ? 0.9 : 0.1,
});
const verdict = (isYes: boolean, reason: string): FakeAnswer => ({
  object: { verdict: isYes, reason },
  usage: { inputTokens: 10, outputTokens: 1 },
});

describe.each(engines)("on the %s engine", (_name, engine) => {
  async function run(plan: string, models: ModelRolesOptions, tools: readonly Tool[] = []): Promise<RunResult> {
    const { catalog } = catalogWith({ builtins: true, models });
    const runner = createRunner({ catalog, tools, ...(engine !== undefined && { engine }) });
    const loaded = runner.load(`identifier: main\ndescription: Asks models.\n${plan}`);
    expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const result = await runner.run(loaded);
    await runner.close();
    return result;
  }

  it("lets a decision model open and shut the gate of a step", async () => {
    const model = decider("urgent");
    const result = await run(
      `steps:
  - {id: ticket, tool_name: builtin__reshape, input: {shape: {text: Help}}}
  - {id: page, if: {decide: Is it urgent?, state: <<ticket>>}, tool_name: builtin__reshape, input: {shape: paged}}
  - {id: hold, if: {decide: Can it wait?, state: <<ticket>>}, tool_name: builtin__reshape, input: {shape: waits}}
  - id: sure
    if: {decide: Is it urgent?, state: <<ticket>>, min_probability: 0.95}
    tool_name: builtin__reshape
    input: {shape: sure}
output: {page: <<default page 'none'>>, hold: <<default hold 'none'>>, sure: <<default sure 'none'>>}
`,
      { decision: { decider: model } },
    );
    expect([result.status, result.error, result.output]).toEqual([
      "succeeded",
      undefined,
      { page: "paged", hold: "none", sure: "none" },
    ]);
    expect(model.requests.map(({ state }) => state)).toEqual([{ text: "Help" }, { text: "Help" }, { text: "Help" }]);
  });

  it("keeps the items of a list that a chat model says yes to", async () => {
    const chat = fakeChat(({ prompt }) => verdict(prompt.includes("money"), `About ${prompt}`));
    const result = await run(
      `steps:
  - id: about_money
    tool_name: filter
    input: {over: [money back, good morning, more money], infer: "Is this about payment? <<item>>", concurrency: 2}
output: {kept: <<about_money.items>>, dropped: <<about_money.dropped_count>>}
`,
      { chat: { default: chat } },
    );
    expect([result.status, result.error, result.output]).toEqual([
      "succeeded",
      undefined,
      { kept: ["money back", "more money"], dropped: 1 },
    ]);
    expect(result.usage).toEqual({ calls: 3, tokens: 33 });
  });

  it("takes the branch that a decision model chooses", async () => {
    const model = decider("urgent");
    const result = await run(
      `steps:
  - id: routed
    tool_name: route
    input:
      choose:
        question: What is it?
        state: {text: I want my money back}
        options:
          complaint: {description: Somebody is not happy., do: {tool_name: builtin__reshape, input: {shape: sorry}}}
          refund: {do: {tool_name: builtin__reshape, input: {shape: paid}}}
          other: {do: {tool_name: builtin__reshape, input: {shape: hello}}}
output: {result: <<routed>>}
`,
      { decision: { decider: model } },
    );
    expect(result.output).toEqual({
      result: {
        branch: "refund",
        probabilities: { complaint: 0.25, refund: 0.75, other: 0 },
        result: "paid",
      },
    });
    expect(model.requests[0]?.questions.get("question")).toEqual({
      kind: "choice",
      ask: "What is it?",
      options: new Map([
        ["complaint", "Somebody is not happy."],
        ["refund", null],
        ["other", null],
      ]),
    });
  });

  it("ends a plan when a chat model says so, with its reason", async () => {
    const chat = fakeChat([verdict(true, "There is nothing to do.")]);
    const result = await run(
      `steps:
  - {id: done, tool_name: exit, input: {infer: Is it done?, status: success, message: Stopped., output: {n: 0}}}
  - {id: later, tool_name: builtin__reshape, input: {shape: 1}}
output: {result: <<later>>}
`,
      { chat: { default: chat } },
    );
    expect([result.status, result.output, result.exit]).toEqual([
      "exited",
      { n: 0 },
      { status: "success", message: "Stopped. There is nothing to do." },
    ]);
    expect(chat.requests[0]?.prompt).toBe("Is it done?");
  });

  const answer = `output_schema: {type: object, required: [total], properties: {total: {type: number}}}`;
  const agent = (more: string): string => `steps:
  - id: worked
    tool_name: agent
    input: {prompt: Add the prices., tools: [user__price], ${answer}${more}}
output: {result: <<worked>>}
`;
  const worked = ({ output }: RunResult): unknown => (output as JsonObject)["result"];
  const price = defineTool({
    name: "price",
    description: "Tells a price.",
    inputSchema: { type: "object", required: ["item"], properties: { item: { type: "string" } } },
    annotations: { readOnlyHint: true },
    run({ item }: { readonly item: string }): JsonObject {
      if (item === "nothing") throw new Error("There is no price.");
      return { item, price: item.length };
    },
  });
  const ask = (...items: readonly JsonObject["x"][]): FakeAnswer => ({
    calls: items.map((item, index) => ({ id: `c${index}`, name: "user__price", input: { item } as JsonObject })),
    usage: { inputTokens: 5, outputTokens: 2 },
  });

  it("lets an agent call a tool twice and answer by its schema", async () => {
    const chat = fakeChat([ask("tea"), ask("milk"), { object: { total: 7 }, usage: { inputTokens: 20 } }]);
    const result = await run(agent(", system_prompt: Be exact., model: clerk"), { chat: { clerk: chat } }, [price]);
    expect([result.error, worked(result)]).toEqual([
      undefined,
      {
        output: { total: 7 },
        iterations: 3,
        tools_called: [
          { tool: "user__price", iteration: 1, ok: true },
          { tool: "user__price", iteration: 2, ok: true },
        ],
        final: true,
      },
    ]);
    expect(result.usage).toEqual({ calls: 5, tokens: 34 });
    const said = (name: string): object[] => [
      { role: "assistant", calls: [{ id: "c0", name: "user__price", input: { item: name } }] },
      {
        role: "tool",
        results: [{ id: "c0", name: "user__price", ok: true, output: { item: name, price: name.length } }],
      },
    ];
    expect(chat.requests.map(({ messages }) => messages ?? [])).toEqual([
      [],
      said("tea"),
      [...said("tea"), ...said("milk")],
    ]);
    expect(chat.requests[0]).toEqual({
      system: "Be exact.",
      prompt: "Add the prices.",
      tools: [{ name: "user__price", description: "Tells a price.", inputSchema: price.inputSchema }],
      outputSchema: { type: "object", required: ["total"], properties: { total: { type: "number" } } },
    });
  });

  it("tells an agent of what failed and of what did not fit, and goes on", async () => {
    const chat = fakeChat([
      ask("nothing", 5),
      { calls: [{ id: "x", name: "builtin__write_file", input: { path: "a", text: "b" } }] },
      "Seven, I think.",
      { object: { total: 7 } },
    ]);
    const result = await run(agent(""), { chat: { default: chat } }, [price]);
    expect([result.status, worked(result)]).toEqual([
      "succeeded",
      {
        output: { total: 7 },
        iterations: 4,
        tools_called: [
          { tool: "user__price", iteration: 1, ok: false },
          { tool: "user__price", iteration: 1, ok: false },
          { tool: "builtin__write_file", iteration: 2, ok: false },
        ],
        final: true,
      },
    ]);
    const told = (chat.requests[3]?.messages ?? []).flatMap((message) => {
      if (message.role === "tool") return message.results.map(({ output }) => output);
      return message.role === "user" ? [message.text] : [];
    });
    expect(told).toEqual([
      "There is no price.",
      "The input does not fit `user__price`: /item must be a string, got 5.",
      "There is no tool `builtin__write_file` for this task.",
      "This cannot be used: the answer is a text and no JSON. Call a tool, or answer with JSON that fits the schema and nothing else.",
    ]);
  });

  it("takes the tools away in an agent's last turn, and says when there is no answer", async () => {
    const chat = fakeChat([ask("tea"), ask("milk")]);
    const result = await run(agent(", max_iterations: 2"), { chat: { default: chat } }, [price]);
    expect([result.status, worked(result)]).toEqual([
      "succeeded",
      {
        output: null,
        iterations: 2,
        tools_called: [{ tool: "user__price", iteration: 1, ok: true }],
        final: false,
      },
    ]);
    expect(chat.requests[1]?.tools).toBeUndefined();
    expect(chat.requests[1]?.messages?.at(-1)).toEqual({
      role: "user",
      text: "No more tools can be called. Answer now, with what is known so far.",
    });
  });

  it("lets a chat model write the result of a plan", async () => {
    const chat = fakeChat([{ text: "Two tickets are open.", usage: { inputTokens: 30, outputTokens: 6 } }]);
    const result = await run(
      `steps:
  - {id: open, tool_name: builtin__reshape, input: {shape: [a, b]}}
solver: {query_to_answer: "How many of <<length open>>?", system_prompt: Be brief., data: {open: <<open>>}}
`,
      { chat: { default: chat } },
    );
    expect([result.status, result.output, result.usage]).toEqual([
      "succeeded",
      "Two tickets are open.",
      { calls: 2, tokens: 36 },
    ]);
    expect(chat.requests[0]?.system).toBe("Be brief.");
    expect(chat.requests[0]?.prompt).toMatch(/^How many of 2\?\n\n[^\n]+\n<data>\n\{"open":\["a","b"\]\}\n<\/data>$/u);
  });

  it("sums up what the models of a run have used: gates, steps and repairs", async () => {
    const chat = fakeChat([
      verdict(true, "Yes."),
      { text: "no JSON", usage: { inputTokens: 100 } },
      { object: { a: 1 }, usage: { inputTokens: 200, outputTokens: 50 } },
    ]);
    const result = await run(
      `steps:
  - id: made
    if: {infer: Is there something?}
    tool_name: builtin__infer
    input: {instruction: Make something., output_schema: {type: object, required: [a]}}
output: {result: <<made.output>>}
`,
      { chat: { default: chat } },
    );
    expect([result.output, result.usage]).toEqual([{ result: { a: 1 } }, { calls: 2, tokens: 361 }]);
  });

  it.each<[string, string, string, string]>([
    ["a decide gate", "{id: a, if: {decide: Is it?}, tool_name: builtin__reshape, input: {shape: 1}}", "decider", "a"],
    ["an infer gate", "{id: a, if: {infer: Is it?}, tool_name: builtin__reshape, input: {shape: 1}}", "default", "a"],
    ["a step", "{id: a, tool_name: builtin__decide, input: {question: Is it?, model: judge}}", "judge", "a"],
    ["an agent", "{id: a, tool_name: agent, input: {prompt: Do it., tools: [], model: planner}}", "planner", "a"],
    [
      "a solver",
      "{id: a, tool_name: builtin__reshape, input: {shape: 1}}\nsolver: {query_to_answer: What?, data: {a: <<a>>}}",
      "default",
      "",
    ],
    [
      "a choice",
      "{id: a, tool_name: route, input: {choose: {question: What?, options: {x: {do: {tool_name: builtin__reshape, input: {shape: 1}}}}}}}",
      "decider",
      "a",
    ],
  ])("says which role is missing: %s", async (_name, step, role, path) => {
    const result = await run(`steps:\n  - ${step}\n`, {});
    expect(result.status).toBe("failed");
    expect(result.error).toMatchObject({ code: "tool/unavailable", class: "denied", effect: "none", step: path });
    expect(result.error?.message).toContain(`plays the role \`${role}\`: configure \`[models.${role}]\``);
  });
});
