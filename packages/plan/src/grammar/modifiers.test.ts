import { describe, expect, test } from "vitest";
import { smallCatalog } from "../../test-support/small-catalog.ts";
import { check, only, toldByReader } from "../../test-support/told.ts";

/** A plan of one step with one more line, which begins in column 5. */
const step = (line: string): string => `steps:\n  - id: a\n    tool_name: x__y\n    ${line}\n`;

describe("the form of a modifier", () => {
  test.each([
    "catch: [{do: {tool_name: x__y}}]",
    "catch: [{errors: [timeout, denied], do: [], result: {why: <<error.message>>}}, {do: {tool_name: x__y}}]",
    "finally: {tool_name: x__y, input: {failed: <<error>>}}",
    "finally: []",
    "deadline: 10m",
    "cache: {ttl: 1h}",
    "cache: {ttl: P1D, key: {day: <<date run.started_at>>}, scope: plan}",
    "retry: {max_attempts: 3, errors: [cancelled, unknown_outcome, limit, type]}",
  ])("%s", (line) => {
    expect(toldByReader(step(line))).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["catch: []", ["4:12 schema/bad-value []"]],
    ["catch: {do: []}", ["4:12 schema/bad-value {do: []}"]],
    ["catch: <<input.x>>", ["4:12 template/not-here <<input.x>>"]],
    ["catch: [x__y]", ["4:13 schema/bad-value x__y"]],
    ["catch: [{}]", ["4:13 schema/missing-key {}"]],
    ["catch: [{errors: [timeout]}]", ["4:14 schema/missing-key errors"]],
    ["catch: [{do: x__y}]", ["4:18 schema/bad-value x__y"]],
    ["catch: [{do: [], error: [timeout]}]", ["4:22 schema/unknown-key error"]],
    ["catch: [{do: [], errors: timeout}]", ["4:30 schema/bad-value timeout"]],
    [
      "catch: [{do: [], errors: [time_out, <<input.x>>]}]",
      ["4:31 schema/bad-value time_out", "4:41 template/not-here <<input.x>>"],
    ],
    ["catch: [{do: {tool_name: x__y, needs: []}}]", ["4:36 schema/unknown-key needs"]],
    ["catch: [{do: [{id: b}]}]", ["4:20 schema/missing-key id"]],
    ["finally: x__y", ["4:14 schema/bad-value x__y"]],
    ["finally: {input: {}}", ["4:15 schema/missing-key input"]],
    ["finally: {tool_name: x__y, on_error: continue}", ["4:32 schema/unknown-key on_error"]],
    [
      "finally: [{do: {tool_name: x__y}}]",
      ["4:16 schema/unknown-key do", "4:16 schema/missing-key do", "4:16 schema/missing-key do"],
    ],
    ["idempotency_key: 42", ["4:22 schema/bad-value 42"]],
    ["idempotency_key: {a: k}", ["4:22 schema/bad-value {a: k}"]],
    ["idempotency_key: ''", ["4:22 schema/bad-value ''"]],
    ["idempotency_key: ' '", ["4:22 schema/bad-value ' '"]],
    ["deadline: 10", ["4:15 schema/bad-duration 10"]],
    ["deadline: 0s", ["4:15 schema/bad-duration 0s"]],
    ["deadline: <<input.x>>", ["4:15 template/not-here <<input.x>>"]],
    ["cache: 1h", ["4:12 schema/bad-value 1h"]],
    ["cache: {}", ["4:12 schema/missing-key {}"]],
    [
      "cache: {ttl: 0s, scope: all, keys: [a]}",
      ["4:18 schema/bad-duration 0s", "4:29 schema/bad-value all", "4:34 schema/unknown-key keys"],
    ],
    [
      "cache: {ttl: <<input.x>>, scope: <<input.x>>}",
      ["4:18 template/not-here <<input.x>>", "4:38 template/not-here <<input.x>>"],
    ],
    ["cache: {key: <<a b c>>, ttl: 1h}", ["4:18 template/unknown-helper <<a b c>>"]],
    ["retry: {max_attempts: 1001}", ["4:27 schema/bad-value 1001"]],
    ["deadlines: 10s", ["4:5 schema/unknown-key deadlines"]],
  ])("%s", (line, expected) => {
    expect(toldByReader(step(line))).toEqual(expected);
  });
});

test("the paths of steps in bodies around a step", () => {
  const nope = "{tool_name: fake__nope}";
  const text = `steps:
  - id: a
    tool_name: fake__echo
    catch: [{errors: [timeout], do: ${nope}}, {do: [{id: b, tool_name: fake__nope}]}]
    finally: ${nope}
  - {id: c, tool_name: map, input: {over: [1], do: [{id: d, tool_name: fake__echo, finally: ${nope}}]}}
finally:
  - {id: e, tool_name: fake__echo, catch: [{do: ${nope}}]}
`;
  const found = check(text).diagnostics.filter(({ code }) => code === "tool/unknown");
  expect(found.map((diagnostic) => diagnostic.step)).toEqual([
    "a/@catch",
    "a/b",
    "a/@finally",
    "c/d/@finally",
    "e/@catch",
  ]);
  expect(only(`steps: []\nfinally: ${nope}\n`).step).toBe("@finally");
});

describe("what becomes of them in a checked plan", () => {
  const body = (text: string): unknown => check(`steps:\n  - ${text}\n`).snapshot?.main.body.steps[0];

  test("catch, with its bodies under their own keys", () => {
    const handlers =
      "catch: [{errors: [timeout], do: {tool_name: fake__echo}, result: {late: <<error.attempt>>}}, {do: [{id: b, tool_name: fake__echo}, {id: c, tool_name: fake__echo}]}]";
    expect(body(`{id: a, tool_name: fake__echo, ${handlers}, finally: {tool_name: fake__echo}}`)).toMatchObject({
      catch: [{ errors: ["timeout"], result: { late: "<<error.attempt>>" } }, {}],
      bodies: {
        "catch/0/do": { single: true, pointer: "/steps/0/catch/0/do", steps: [{ id: "@catch" }] },
        "catch/1/do": { single: false, steps: [{ id: "b" }, { id: "c" }] },
        finally: { single: true, pointer: "/steps/0/finally", steps: [{ id: "@finally", tool: "fake__echo" }] },
      },
    });
  });

  test.each([
    ["cache: {ttl: 1h}", { cache: { ttlMs: 3_600_000, scope: "run" } }],
    [
      "cache: {ttl: 1d, scope: host, key: [<<run.plan>>]}",
      { cache: { ttlMs: 86_400_000, scope: "host", key: ["<<run.plan>>"] } },
    ],
    ["deadline: 30d", { deadlineMs: 2_592_000_000 }],
    ["deadline: PT1M, timeout: 5s", { deadlineMs: 60_000, timeoutMs: 5_000 }],
  ])("%s", (line, expected) => {
    expect(body(`{id: a, tool_name: fake__echo, ${line}}`)).toMatchObject(expected);
  });

  test("defaults stand in for what steps that call a tool leave out, and for nothing else", () => {
    const child = "{id: p, tool_name: parallel, input: {branches: {x: {tool_name: fake__echo}}}}";
    const { snapshot } = check(
      `defaults: {timeout: 30s, retry: {max_attempts: 3, jitter: full}}\nsteps:\n  - {id: a, tool_name: fake__echo}\n  - {id: b, tool_name: fake__echo, timeout: 5s, retry: {max_attempts: 2}}\n  - ${child}\n`,
    );
    const [a, b, p] = snapshot?.main.body.steps ?? [];
    expect([a?.timeoutMs, a?.retry?.maxAttempts, a?.retry?.jitter]).toEqual([30_000, 3, "full"]);
    expect([b?.timeoutMs, b?.retry?.maxAttempts, b?.retry?.jitter]).toEqual([5_000, 2, "none"]);
    expect([p?.timeoutMs, p?.retry]).toEqual([undefined, undefined]);
    expect(p?.bodies?.["branches/x"]?.steps[0]).toMatchObject({ id: "@branches.x", timeoutMs: 30_000 });
  });

  test("a called plan has none of its caller's defaults", () => {
    const child = "identifier: child\ndescription: C.\nsteps:\n  - {id: c, tool_name: fake__echo}\n";
    const text = "defaults: {timeout: 30s}\nsteps:\n  - {id: a, tool_name: plan__child}\n";
    const { snapshot } = check(text, smallCatalog({ plans: [child] }));
    expect(snapshot?.main.body.steps[0]?.timeoutMs).toBeUndefined();
    expect(snapshot?.plans["plan__child"]?.body.steps[0]?.timeoutMs).toBeUndefined();
  });

  test("solver and finally of a plan", () => {
    const { snapshot } = check(
      "steps:\n  - {id: a, tool_name: fake__echo}\nsolver: {query_to_answer: What came?, system_prompt: Short., data: {all: <<a>>}}\nfinally: {tool_name: fake__write}\n",
    );
    expect(snapshot?.main).toMatchObject({
      effect: "write",
      solver: { queryToAnswer: "What came?", systemPrompt: "Short.", data: { all: "<<a>>" } },
      finally: { single: true, pointer: "/finally", steps: [{ id: "@finally", effect: "write" }] },
    });
    expect(check("steps: []\nsolver: {query_to_answer: x}\n").snapshot?.main.solver).toEqual({ queryToAnswer: "x" });
  });

  test("limits.max_output_bytes", () => {
    expect(check("steps: []\nlimits: {max_output_bytes: 5}\n").snapshot?.main.limits).toEqual({ maxOutputBytes: 5 });
  });
});
