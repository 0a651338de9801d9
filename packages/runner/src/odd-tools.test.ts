import { describe, expect, test } from "vitest";
import { bench } from "../test-support/run-plan.ts";

const late =
  (value: () => unknown): (() => Promise<unknown>) =>
  async () =>
    value();
const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const thrower =
  (thrown: () => unknown): (() => never) =>
  () => {
    throw thrown();
  };

/** What tools of a host may do wrong. Each fails its own step, in words, and nothing else. */
const odd: readonly [string, () => unknown, string][] = [
  ["throws a text", thrower(() => "no luck"), "no luck"],
  ["throws nothing", thrower(() => undefined), "undefined"],
  ["throws an object without a prototype", thrower(() => Object.create(null)), "{}"],
  ["throws what cannot be read", thrower(revoked), "cannot be read"],
  [
    "throws an error whose message is an object",
    thrower(() => Object.assign(new Error("x"), { message: { code: 1 } })),
    '{"code":1}',
  ],
  ["rejects with what throws as a text", late(thrower(() => ({ toString: thrower(() => 1) }))), "{}"],
  [
    "returns a getter that throws",
    () => ({
      get a(): number {
        throw Object.create(null);
      },
    }),
    "reading it throws",
  ],
  [
    "resolves to a getter that throws",
    late(() => ({
      get a(): number {
        throw new Error("later");
      },
    })),
    "reading it throws",
  ],
  ["returns a revoked proxy", revoked, "reading it throws"],
  ["returns a function inside", () => ({ f: () => 1 }), "is a function"],
  ["returns an instance of a class", () => ({ at: new URL("http://example.org") }), "is a URL"],
];

describe("a tool that", () => {
  test.each(odd)("%s", async (_name, run, words) => {
    const tool = { name: "odd", description: "Odd.", inputSchema: { type: "object" }, run } as never;
    const result = await bench([tool]).run("  - {id: a, tool_name: user__odd, input: {}}\n");
    expect(result.status).toBe("failed");
    expect(result.error?.message).toContain(words);
    expect(result.error?.class).toBe("tool_error");
  });

  test("returns something to wait for that is no Promise is waited for", async () => {
    class Query {
      rows = 2;
    }
    // What a query builder does: it is awaited though it is no Promise.
    // oxlint-disable-next-line unicorn/no-thenable -- such a thing is what is tested
    Reflect.defineProperty(Query.prototype, "then", { value: (done: (value: unknown) => void) => done({ rows: 2 }) });
    const tool = {
      name: "then",
      description: "Like a query builder.",
      inputSchema: { type: "object" },
      run: () => new Query(),
    } as never;
    const result = await bench([tool]).run(
      "steps:\n  - {id: a, tool_name: user__then, input: {}}\noutput: {rows: <<a.rows>>}\n",
    );
    expect(result.output).toEqual({ rows: 2 });
  });

  test("returns a property that changes at each read is read once", async () => {
    let reads = 0;
    const tool = {
      name: "moving",
      description: "Moving.",
      inputSchema: { type: "object" },
      run: () => Object.defineProperty({}, "n", { enumerable: true, get: () => ++reads }),
    } as never;
    const { run } = bench([tool]);
    const result = await run(
      "steps:\n  - {id: a, tool_name: user__moving, input: {}}\noutput: {x: <<a.n>>, y: <<a.n>>}\n",
    );
    const { x, y } = result.output as { x: number; y: number };
    expect(x).toBe(y);
  });
});

test.each([
  [
    "a ring",
    () => {
      const ring: Record<string, unknown> = {};
      ring["self"] = ring;
      return ring;
    },
    "contains itself",
  ],
  ["a Map", () => ({ m: new Map() }), "is a Map"],
  [
    "what throws when it is read",
    () => ({
      get a(): number {
        throw new Error("x");
      },
    }),
    "reading it throws",
  ],
])("an input that is no JSON is refused before anything runs: %s", async (_name, input, words) => {
  const { run, calls } = bench();
  const schema = "input_schema: {type: object}\nsteps:\n  - {id: a, tool_name: user__echo, input: {v: <<input>>}}\n";
  const result = await run(schema, input() as never);
  expect(result.error).toMatchObject({ code: "input/invalid", class: "invalid_input", effect: "none" });
  expect(result.error?.message).toContain(words);
  expect(calls).toEqual([]);
});

test("texts are well-formed Unicode once they are inside", async () => {
  const { run } = bench();
  const schema =
    "input_schema: {type: object, properties: {t: {}}}\nsteps:\n  - {id: a, tool_name: user__echo, input: {v: <<input.t>>}}\noutput: {v: <<a.v>>}\n";
  expect((await run(schema, { t: "a\ud800b" })).output).toEqual({ v: "a\ufffdb" });
});

test("a listener that fails, and one that is told of it and fails, disturb nothing", async () => {
  const { runner, run } = bench([], [], undefined, { onListenerError: async () => Promise.reject(new Error("again")) });
  runner.on("step-finish", () => {
    throw new Error("first");
  });
  runner.on("run-finish", (event) => {
    expect(() => Object.assign(event.result, { status: "failed" })).toThrow(TypeError);
  });
  expect((await run("  - {id: a, tool_name: user__echo, input: {}}\n")).status).toBe("succeeded");
});
