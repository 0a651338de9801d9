import { expect, it } from "vitest";
import { askChat } from "./ask-chat.ts";
import { ChatError } from "./chat-error.ts";
import type { ChatModel, ChatRequest, ChatResult } from "./chat-model.ts";

const model = (generate: ChatModel["generate"]): ChatModel => ({ id: "writer@test", generate });
const answering = (result: unknown): ChatModel => model(async () => result as ChatResult);
const rest = { model: "m-1", usage: {} };
const plain: ChatRequest = { prompt: "Say hello." };
const shaped: ChatRequest = { prompt: "Say hello.", outputSchema: { type: "object" } };

async function failure(work: Promise<unknown>): Promise<unknown[]> {
  try {
    return ["ok", await work];
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    return [error.name, error.code, error.retryable, error.message];
  }
}

it.each<[string, ChatRequest, object, object]>([
  ["a text", plain, { text: "Hello." }, { text: "Hello." }],
  ["an empty text", plain, { text: "" }, { text: "" }],
  ["an object", shaped, { object: { a: [1, null] } }, { object: { a: [1, null] } }],
  ["null by a schema", shaped, { object: null }, { object: null }],
  ["a text where there is a schema, for whoever asked to judge", shaped, { text: "No." }, { text: "No." }],
  ["an object beside which a text stands", shaped, { object: 1, text: "x" }, { object: 1 }],
  [
    "calls without a text",
    plain,
    { calls: [{ id: "1", name: "s__a", input: { x: 1 } }] },
    { calls: [{ id: "1", name: "s__a", input: { x: 1 } }] },
  ],
  [
    "calls with a text",
    plain,
    { text: "I look.", calls: [{ id: "1", name: "s__a", input: null, more: 1 }] },
    { text: "I look.", calls: [{ id: "1", name: "s__a", input: null }] },
  ],
  ["no calls", plain, { text: "x", calls: [] }, { text: "x" }],
  ["keys without a value", plain, { text: "x", object: undefined, calls: undefined }, { text: "x" }],
])("takes %s", async (_name, request, answer, expected) => {
  expect(await askChat(answering({ ...rest, ...answer, more: true }), request)).toEqual({ ...rest, ...expected });
});

it.each([
  [
    { inputTokens: 3, outputTokens: 0, cached: 1 },
    { inputTokens: 3, outputTokens: 0 },
  ],
  [{ inputTokens: undefined, outputTokens: 7 }, { outputTokens: 7 }],
  [{}, {}],
])("keeps what was used up: %j", async (usage, expected) => {
  expect(await askChat(answering({ model: "m", usage, text: "x" }), plain)).toEqual({
    model: "m",
    usage: expected,
    text: "x",
  });
});

it.each<[string, ChatRequest, unknown, string]>([
  ["nothing", plain, undefined, "it is no object"],
  ["a list", plain, [], "it is no object"],
  ["no model", plain, { usage: {}, text: "x" }, "`model` is not the name of a model"],
  ["no usage", plain, { model: "m", text: "x" }, "`usage` is no object"],
  [
    "NaN tokens",
    plain,
    { model: "m", usage: { inputTokens: Number.NaN }, text: "x" },
    "`usage.inputTokens` is no whole number from 0 on",
  ],
  [
    "a negative count",
    plain,
    { model: "m", usage: { outputTokens: -1 }, text: "x" },
    "`usage.outputTokens` is no whole number from 0 on",
  ],
  [
    "tokens as a text",
    plain,
    { model: "m", usage: { outputTokens: "5" }, text: "x" },
    "`usage.outputTokens` is no whole number from 0 on",
  ],
  ["no text", plain, rest, "it has no `text`"],
  ["an inherited text", plain, Object.assign(Object.create({ text: "x" }), rest), "it has no `text`"],
  ["a number for a text", plain, { ...rest, text: 5 }, "`text` is no text"],
  ["an object nobody asked for", plain, { ...rest, object: {} }, "it has an `object`, and no schema was given"],
  ["no object", shaped, rest, "it has no `object`"],
  ["a date in the object", shaped, { ...rest, object: { at: new Date(0) } }, "`object` is not JSON"],
  ["infinity in the object", shaped, { ...rest, object: [Number.POSITIVE_INFINITY] }, "`object` is not JSON"],
  ["a hole in the object", shaped, { ...rest, object: { a: undefined } }, "`object` is not JSON"],
  ["calls that are no list", plain, { ...rest, calls: {} }, "`calls` is no list"],
  ["a call without an id", plain, { ...rest, calls: [{ name: "a", input: {} }] }, "`calls[0].id` is no text"],
  ["a call that is none", plain, { ...rest, calls: ["a"] }, "`calls[0].id` is no text"],
  [
    "a call without a name",
    plain,
    { ...rest, calls: [{ id: "1", name: "", input: {} }] },
    "`calls[0].name` is no text",
  ],
  ["a call without input", plain, { ...rest, calls: [{ id: "1", name: "a" }] }, "`calls[0].input` is not JSON"],
  [
    "two calls of one id",
    plain,
    {
      ...rest,
      calls: [
        { id: "1", name: "a", input: {} },
        { id: "1", name: "b", input: {} },
      ],
    },
    'two calls have the id "1"',
  ],
])("refuses %s", async (_name, request, answer, problem) => {
  expect(await failure(askChat(answering(answer), request))).toEqual([
    "ChatError",
    "bad_response",
    false,
    `The answer of the chat model writer@test cannot be used: ${problem}.`,
  ]);
});

it("refuses rings, and answers that throw when they are read", async () => {
  const ring: { self?: object } = {};
  ring.self = ring;
  expect((await failure(askChat(answering({ ...rest, object: ring }), shaped)))[3]).toContain("`object` is not JSON");
  const trap = {
    ...rest,
    get text(): string {
      throw new TypeError("boo");
    },
  };
  expect((await failure(askChat(answering(trap), plain)))[3]).toContain("reading it throws an error");
});

it("turns whatever a model throws into a ChatError", async () => {
  const own = new ChatError("quota", "The quota is used up.", { status: 429 });
  expect(
    await failure(
      askChat(
        model(() => Promise.reject(own)),
        plain,
      ),
    ),
  ).toEqual(["ChatError", "quota", false, "The quota is used up."]);
  expect(own.status).toBe(429);
  const broken = model(() => {
    throw new TypeError("x is undefined");
  });
  expect(await failure(askChat(broken, plain))).toEqual([
    "ChatError",
    "unavailable",
    true,
    "The chat model writer@test failed.",
  ]);
});

it("says cancelled when the signal was the reason, and does not ask once it is aborted", async () => {
  const controller = new AbortController();
  let asked = 0;
  const hanging = model((_request, options) => {
    asked += 1;
    return new Promise((_resolve, reject) => {
      options?.signal?.addEventListener("abort", () => reject(new Error("AbortError")));
    });
  });
  const work = failure(askChat(hanging, plain, { signal: controller.signal }));
  controller.abort();
  const expected = ["ChatError", "cancelled", false, "The question to the chat model writer@test was given up."];
  expect(await work).toEqual(expected);
  expect(await failure(askChat(hanging, plain, { signal: controller.signal }))).toEqual(expected);
  expect(asked).toBe(1);
});

it("hands the request on as it is", async () => {
  let seen: ChatRequest | undefined;
  const listening = model(async (request) => {
    seen = request;
    return { ...rest, text: "x" };
  });
  const request: ChatRequest = {
    prompt: "p",
    messages: [{ role: "tool", results: [{ id: "1", name: "a", ok: true, output: 1 }] }],
  };
  await askChat(listening, request);
  expect(seen).toBe(request);
});
