import { expect, it } from "vitest";
import { idOfLongAnswer, readMessage } from "./incoming-message.ts";

const open = (): Map<string, string | number> => new Map([["1", 1]]);

it.each([
  [
    { jsonrpc: "2.0", id: 1, result: { a: 1 } },
    { jsonrpc: "2.0", id: 1, result: { a: 1 } },
  ],
  [
    { id: "1", result: {} },
    { jsonrpc: "2.0", id: 1, result: {} },
  ],
  [
    { id: 1, result: "hello" },
    { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "the server's answer is neither a result nor an error" } },
  ],
  [
    { id: 1, error: { code: 5, message: "no" } },
    { jsonrpc: "2.0", id: 1, error: { code: 5, message: "no" } },
  ],
  [
    { id: 1, error: { code: "E", message: 7 } },
    { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "the server gave no reason" } },
  ],
  [
    { id: 1, error: "no", result: {} },
    { jsonrpc: "2.0", id: 1, result: {} },
  ],
  [{ id: 2, result: {} }, undefined],
  [{ id: 1 }, undefined],
  [{ id: null, result: {} }, undefined],
  [
    { id: 9, method: "ping", params: [] },
    { jsonrpc: "2.0", id: 9, method: "ping" },
  ],
  [
    { method: "notifications/x", params: { a: 1 } },
    { jsonrpc: "2.0", method: "notifications/x", params: { a: 1 } },
  ],
  [{ id: {}, method: "ping" }, undefined],
  [null, undefined],
  ["text", undefined],
  [[], undefined],
])("%j is read as %j", (value, message) => {
  expect(readMessage(value, open())).toEqual(message);
});

it("takes one answer to a request", () => {
  const requests = open();
  expect(readMessage({ id: 1, result: {} }, requests)).toBeDefined();
  expect(readMessage({ id: 1, result: {} }, requests)).toBeUndefined();
});

it.each([
  ['{"jsonrpc":"2.0","id":1,"result":{"id":2', "}}", 1],
  ['{"id": "1", "result":', "}", 1],
  ['{"result":{"x":"', '"},"id":1,"jsonrpc":"2.0"}', 1],
  ['{"result":{"x":"', '"}, "jsonrpc": "2.0", "id": 1 }', 1],
  ['{"result":{"id":1', "}}", undefined],
])("finds the id of a long answer that begins %s and ends %s", (head, tail, id) => {
  expect(idOfLongAnswer(head, tail, open())).toBe(id);
});
