import { ChatError, type ChatRequest } from "@graph/models";
import type { JsonObject } from "@graph/plan";
import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool, serverTool } from "../test-support/builtins.ts";
import { type FakeAnswer, fakeChat } from "../test-support/fake-chat.ts";
import type { AgentTurnOutput } from "./agent-turn.ts";

const catalogued = [
  { ...serverTool("files", "read", "Reads a file."), call: () => null },
  { ...serverTool("files", "broken", "Is broken.", "its schema is no object"), call: () => null },
];
const readSchema = { type: "object", properties: { path: { type: "string" } } };
const total: JsonObject = { type: "object", required: ["total"], properties: { total: { type: "number" } } };
const call = { id: "c1", name: "files__read", input: { path: "a" } };

interface Turn {
  readonly output: AgentTurnOutput;
  readonly request: ChatRequest | undefined;
}

async function turn(line: FakeAnswer, input: JsonObject = {}): Promise<Turn> {
  const chat = fakeChat([line]);
  const dependencies = catalogWith({ tools: catalogued, builtins: true, models: { chat: { default: chat } } });
  const given = { prompt: "Find it.", tools: [], history: [], final: false, ...input };
  const output = (await runTool(builtinNamed("agent_turn", dependencies), given)) as AgentTurnOutput;
  return { output, request: chat.requests[0] };
}

it.each<[string, FakeAnswer, JsonObject, object]>([
  ["a text", "Done.", {}, { calls: [], output: "Done." }],
  ["an answer by the schema", { object: { total: 3 } }, { output_schema: total }, { calls: [], output: { total: 3 } }],
  [
    "calls",
    { calls: [call, { ...call, id: "c2" }] },
    { tools: ["files__read"] },
    {
      calls: [
        { id: "c1", tool: "files__read", input: { path: "a" } },
        { id: "c2", tool: "files__read", input: { path: "a" } },
      ],
      output: null,
    },
  ],
  [
    "calls with words, before any answer",
    { calls: [call], text: "I look." },
    { tools: ["files__read"], output_schema: total },
    { calls: [{ id: "c1", tool: "files__read", input: { path: "a" } }], output: null, text: "I look." },
  ],
  [
    "a call of a tool that is not there, which whoever makes the calls will say",
    { calls: [{ id: "1", name: "none__such", input: {} }] },
    {},
    { calls: [{ id: "1", tool: "none__such", input: {} }], output: null },
  ],
])("gives %s", async (_name, line, input, expected) => {
  expect((await turn(line, input)).output).toStrictEqual({ ...expected, model: "writer-1", usage: {} });
});

it("says what was used up", async () => {
  const { output } = await turn({ text: "x", usage: { inputTokens: 4, outputTokens: 1 } });
  expect(output.usage).toStrictEqual({ input_tokens: 4, output_tokens: 1 });
});

const again = "Answer again, with JSON that fits the schema and nothing else.";

it.each<[string, FakeAnswer, JsonObject, { text?: string; problem: string }]>([
  [
    "an object that does not fit",
    { object: { total: "3" } },
    { output_schema: total },
    { text: '{"total":"3"}', problem: `This cannot be used: /total must be a number, got a string. ${again}` },
  ],
  [
    "a text where JSON is needed",
    "Let me think.",
    { output_schema: total, tools: ["files__read"] },
    {
      text: "Let me think.",
      problem:
        "This cannot be used: the answer is a text and no JSON. Call a tool, or answer with JSON that fits the schema and nothing else.",
    },
  ],
  [
    "an empty answer",
    " ",
    {},
    { problem: "This cannot be used: the answer is empty. Answer again, with a text and nothing else." },
  ],
  [
    "a call with an input that is no object",
    { calls: [call, { id: "c2", name: "files__read", input: "{path" }] },
    { tools: ["files__read"] },
    {
      text: JSON.stringify([call, { id: "c2", name: "files__read", input: "{path" }]),
      problem: "The input of the call of `files__read` is no JSON object. Nothing was called; call again.",
    },
  ],
  [
    "calls in the last turn",
    { calls: [call] },
    { tools: ["files__read"], final: true, output_schema: total },
    {
      text: JSON.stringify([call]),
      problem: `This cannot be used: the answer asks for tools, and there are none. ${again}`,
    },
  ],
])("takes %s for a problem and no failure", async (_name, line, input, { text, problem }) => {
  expect((await turn(line, input)).output).toStrictEqual({
    calls: [],
    output: null,
    ...(text !== undefined && { text }),
    problem,
    model: "writer-1",
    usage: {},
  });
});

it("takes an answer beside calls in the last turn", async () => {
  const { output } = await turn({ calls: [call], text: "It is 3." }, { final: true });
  expect([output.calls, output.output, output.problem]).toEqual([[], "It is 3.", undefined]);
});

it("offers the tools that are named and can be called, never itself", async () => {
  const tools = ["files__read", "files__broken", "files__gone", "builtin__agent_turn"];
  const { request } = await turn({ object: { total: 1 } }, { tools, system_prompt: "Be brief.", output_schema: total });
  expect(request).toStrictEqual({
    system: "Be brief.",
    prompt: "Find it.",
    tools: [{ name: "files__read", description: "Reads a file.", inputSchema: readSchema }],
    outputSchema: total,
  });
});

const history = [
  { role: "assistant", text: "I look.", calls: [{ id: "c1", tool: "files__read", input: { path: "a" } }] },
  {
    role: "tool",
    results: [
      { id: "c1", tool: "files__read", ok: true, output: { text: "x" } },
      { id: "c2", tool: "files__gone", ok: false, error: "There is no such tool." },
    ],
  },
  { role: "assistant", calls: [] },
];
const messages = [
  { role: "assistant", text: "I look.", calls: [{ id: "c1", name: "files__read", input: { path: "a" } }] },
  {
    role: "tool",
    results: [
      { id: "c1", name: "files__read", ok: true, output: { text: "x" } },
      { id: "c2", name: "files__gone", ok: false, output: "There is no such tool." },
    ],
  },
];

it("shows the model what has been said and done", async () => {
  const { request } = await turn("x", { history });
  expect(request).toStrictEqual({ prompt: "Find it.", messages });
});

const lastTurn = "No more tools can be called. Answer now, with what is known so far.";

it.each<[string, readonly JsonObject[], object]>([
  ["nothing has been said", [], {}],
  ["tools have answered", history, { messages: [...messages, { role: "user", text: lastTurn }] }],
  [
    "the last answer could not be used",
    [
      { role: "assistant", text: "?", calls: [] },
      { role: "user", text: "No." },
    ],
    {
      messages: [
        { role: "assistant", text: "?" },
        { role: "user", text: `No.\n\n${lastTurn}` },
      ],
    },
  ],
])("offers no tools in the last turn, and says so: %s", async (_name, said, expected) => {
  const { request } = await turn("x", { history: [...said], tools: ["files__read"], final: true });
  expect(request).toStrictEqual({ prompt: "Find it.", ...expected });
});

it("fails when the model does, when its role is missing, and when the schema cannot be checked", async () => {
  await expect(turn(new ChatError("rate_limited", "Slow down."))).rejects.toMatchObject({
    class: "rate_limited",
    effect: "none",
    message: "Slow down.",
  });
  await expect(turn("x", { model: "planner" })).rejects.toMatchObject({
    code: "tool/unavailable",
    class: "denied",
    message:
      "No chat model plays the role `planner`: configure `[models.planner]`, or have the host application pass one for this role.",
  });
  await expect(turn("x", { output_schema: { type: "nonsense" } })).rejects.toMatchObject({ class: "invalid_input" });
});

it.each<[string, JsonObject]>([
  ["an entry of nobody", { role: "system", text: "x" }],
  ["a call without a tool", { role: "assistant", calls: [{ id: "1", input: {} }] }],
  ["a user without a word", { role: "user" }],
  ["tools without results", { role: "tool" }],
])("its schema refuses %s in the history", async (_name, entry) => {
  await expect(turn("x", { history: [entry] })).rejects.toThrow(/^input: /);
});
