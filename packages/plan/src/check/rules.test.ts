import { describe, expect, it } from "vitest";
import type { Catalog, CatalogEntry, CatalogServer } from "../catalog.ts";
import { checkPlan, type PlanCheck } from "../check-plan.ts";
import type { JsonObject } from "../json.ts";
import { parsePlan } from "../parse-plan.ts";

const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };
const person = object({ name: text, input: text }, ["name"]);

const tool = (name: string, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  name,
  description: `Does ${name}. And more.`,
  inputSchema: { type: "object" },
  owner: { kind: "user", namespace: "fake" },
  readOnly: true,
  repeatable: true,
  ...more,
});

const send = object(
  {
    to: text,
    level: { enum: ["low", "high"] },
    count: { type: "integer" },
    options: object({ retries: { type: "integer" } }),
    key: text,
  },
  ["to"],
);
const onServer = (server: string, name: string): Partial<CatalogEntry> => ({
  owner: { kind: "server", server, tool: name },
});

const longName = "get_console_message_by_identifier_with_stack_trace_and_source_map";

const entries = [
  tool("fake__echo"),
  tool("fake__list", {
    inputSchema: object({ team: text, max: { type: "integer" } }),
    outputSchema: object({
      items: { type: "array", items: person },
      total: { type: "integer" },
      done: { type: "boolean" },
    }),
  }),
  tool("fake__send", { inputSchema: send, readOnly: false, repeatable: false, idempotencyArgument: "key" }),
  tool("fake__write", { readOnly: false, repeatable: false }),
  tool("fake__exec", { literalArguments: ["/command"] }),
  tool("srv__odd", { ...onServer("srv", "odd"), unchecked: "its schema is written in a dialect that is not checked" }),
  tool("srv__bad", { ...onServer("srv", "bad"), unusable: "its schema has the type `objekt`" }),
  tool("srv__long_1234abcd", onServer("srv", longName)),
  tool("down__t", onServer("down", "t")),
];
const servers: readonly CatalogServer[] = [
  { id: "srv", state: "ok", tools: 3 },
  { id: "down", state: "failed", reason: "exit code 1", tools: 1 },
  { id: "new", state: "untrusted", tools: 0 },
  { id: "tickets", state: "ok", tools: 1 },
];

const plans = new Map(
  [
    "identifier: child\ndescription: A child.\ninput_schema: {type: object, required: [q], properties: {q: {type: string}, n: {type: integer, default: 3}}}\nsteps:\n  - {id: x, tool_name: fake__echo, input: {q: <<input.q>>, n: <<input.n>>}}\noutput: {answer: <<x.q>>, n: <<input.n>>}\n",
    "identifier: wrong\ndescription: A broken child.\nsteps:\n  - {id: x, tool_name: fake__nope}\n",
    "identifier: round\ndescription: A ring.\nsteps:\n  - {id: x, tool_name: plan__main}\n",
  ].map((source, index) => [
    `plan__${["child", "wrong", "round"][index]}`,
    parsePlan(source, { file: `plans/${["child", "wrong", "round"][index]}.yaml` }),
  ]),
);
const byName = new Map(entries.map((entry) => [entry.name, entry]));
const catalog: Catalog = {
  get: (name) => byName.get(name),
  entries: () => entries,
  servers: () => servers,
  plan: (name) => plans.get(name),
};

const head = "identifier: main\ndescription: One case.\n";
const check = (steps: string): PlanCheck => checkPlan(parsePlan(head + steps, { file: "plans/main.yaml" }), catalog);
/** Code, line and column (lines count from the line after the head), and the text that stands there. */
const told = (steps: string): string[] =>
  check(steps)
    .diagnostics.filter(({ severity }) => severity !== "note")
    .map(({ code, severity, line = 0, column = 0, endLine, endColumn = 0, file }) => {
      const warning = severity === "error" ? "" : `${severity} `;
      if (file !== "plans/main.yaml") return `${line}:${column} ${warning}${code} in ${file}`;
      const text = (head + steps).split("\n")[line - 1] ?? "";
      return `${line - 2}:${column} ${warning}${code} ${text.slice(column - 1, endLine === line ? endColumn - 1 : undefined)}`;
    });

type Row = readonly [title: string, steps: string, expected: readonly string[]];

const declared = "input_schema: {type: object, properties: {team: {type: string}, who: {type: object}}}\n";

// prettier-ignore
const tables: readonly (readonly [rule: string, rows: readonly Row[]])[] = [
  ["tools", [
    ["a tool that is there", "steps:\n  - {id: a, tool_name: fake__echo}\n", []],
    ["a misspelt one", "steps:\n  - {id: a, tool_name: fake__ecko}\n", ["2:24 tool/unknown fake__ecko"]],
    ["a misspelt control step", "steps:\n  - {id: a, tool_name: mapp}\n", ["2:24 tool/unknown mapp"]],
    ["a server that is not configured", "steps:\n  - {id: a, tool_name: tikcets__x}\n", ["2:24 tool/server-missing tikcets__x"]],
    ["a server whose tools have other names", "steps:\n  - {id: a, tool_name: tickets__x}\n", ["2:24 tool/unknown tickets__x"]],
    ["a server that failed", "steps:\n  - {id: a, tool_name: down__t}\n  - {id: b, tool_name: down__u}\n", ["2:24 tool/unavailable down__t", "3:24 tool/unavailable down__u"]],
    ["a server that is not trusted", "steps:\n  - {id: a, tool_name: new__u}\n", ["2:24 tool/not-trusted new__u"]],
    ["a definition that cannot be used", "steps:\n  - {id: a, tool_name: srv__bad, input: {x: 1}}\n", ["2:24 tool/unusable srv__bad"]],
    ["a schema that is not checked", "steps:\n  - {id: a, tool_name: srv__odd}\n", ["2:24 warning tool/schema-unchecked srv__odd"]],
    ["a name that leads out of the plans", "steps:\n  - {id: a, tool_name: plan__../../x}\n", ["2:24 name/bad-name plan__../../x"]],
    ["a tag in the name", "steps:\n  - {id: a, tool_name: plan__<<input.x>>}\n", ["2:30 template/not-here <<input.x>>"]],
  ]],
  ["references", [
    ["an earlier step, and the input as a whole", "steps:\n  - {id: a, tool_name: fake__echo}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.x>>}}\noutput: {b: <<b>>}\n", []],
    ["no such step", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<zz.x>>}}\n", ["2:47 ref/unknown-step <<zz.x>>"]],
    ["itself", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<a.x>>}}\n", ["2:47 ref/self <<a.x>>"]],
    ["a later step", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<b.x>>}}\n  - {id: b, tool_name: fake__echo}\n", ["2:47 ref/forward <<b.x>>"]],
    ["the inside of a body", "steps:\n  - {id: l, tool_name: map, input: {over: [1], do: [{id: in, tool_name: fake__echo}]}}\noutput: {x: <<in.y>>, l: <<l.count>>}\n", ["3:13 ref/inside-body <<in.y>>"]],
    ["a body that reads its own control step", "steps:\n  - {id: l, tool_name: map, input: {over: [1], do: {tool_name: fake__echo, input: {v: <<l.count>>}}}}\n", ["2:87 ref/self <<l.count>>"]],
    ["item outside a body", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<item>>, w: <<index>>}}\n", ["2:47 ref/unknown-step <<item>>", "2:60 ref/unknown-step <<index>>"]],
    ["item in gates and bodies, not in over", "steps:\n  - {id: f, tool_name: filter, input: {over: [<<item>>], where: <<item.ok>>}}\n  - {id: l, tool_name: map, input: {over: <<f.items>>, as: one, do: {tool_name: fake__echo, input: {v: <<one>>, i: <<index>>, x: <<item>>}}}}\n", ["2:47 ref/unknown-step <<item>>", "3:130 ref/unknown-step <<item>>"]],
    ["an id in front of steps.", "steps:\n  - {id: a, tool_name: fake__echo}\n  - {id: b, tool_name: fake__echo, input: {v: <<steps.a.x>>}}\n", []],
    ["two tags of one text", 'steps:\n  - {id: a, tool_name: fake__echo, input: {v: "x <<y>> <<z>>"}}\n', ["2:50 ref/unknown-step <<y>>", "2:56 ref/unknown-step <<z>>"]],
  ]],
  ["shapes", [
    ["a field that a closed shape does not have", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.itmes>>}}\n", ["3:47 ref/no-such-field <<a.itmes>>"]],
    ["a field under an item", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.items.0.nam>>, w: <<a.items.length>>}}\n", ["3:47 ref/no-such-field <<a.items.0.nam>>"]],
    ["a field of a number", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.total.x>>}}\n", ["3:47 ref/no-such-field <<a.total.x>>"]],
    ["a missing field that is allowed for", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo, input: {v: <<default a.more 1>>}}\n", ["3:47 warning ref/no-such-field <<default a.more 1>>"]],
    ["the result of a control step", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: f, tool_name: filter, input: {over: <<a.items>>, where: {value: <<item.nom>>, op: eq, to: 1}}}\n  - {id: l, tool_name: map, input: {over: <<f.items>>, do: {tool_name: fake__list, input: {team: <<item.name>>}}}}\noutput: {x: <<l.result>>, y: <<l.results.0.total>>, z: <<l.results.0.totl>>}\n", ["3:74 ref/no-such-field <<item.nom>>", "5:13 ref/no-such-field <<l.result>>", "5:56 ref/no-such-field <<l.results.0.totl>>"]],
    ["an output_schema of the step", "steps:\n  - {id: a, tool_name: fake__echo, output_schema: {type: object, additionalProperties: false, properties: {x: {}}}}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.y>>}}\n", ["3:47 ref/no-such-field <<a.y>>"]],
    ["the output of a plan", "steps:\n  - {id: c, tool_name: plan__child, input: {q: x}}\noutput: {a: <<c.answer>>, b: <<c.anser>>, n: <<c.n.x>>}\n", ["3:30 ref/no-such-field <<c.anser>>", "3:46 ref/no-such-field <<c.n.x>>"]],
    ["run", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<run.id>>, w: <<run.ids>>}}\n", ["2:62 ref/no-such-field <<run.ids>>"]],
  ]],
  ["inputs", [
    ["declared ones, and what is below an open one", `${declared}steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<input.team>>, w: <<input.who.x>>}}\n`, []],
    ["one that is not declared", `${declared}steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<input.taem>>, w: <<input>>}}\n`, ["3:47 ref/undeclared-input <<input.taem>>"]],
    ["no schema", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<input.x>>}}\n", ["2:47 ref/undeclared-input <<input.x>>"]],
    ["a schema without properties", "input_schema: {type: object}\nsteps:\n  - {id: a, tool_name: fake__echo, input: {v: <<input.x>>}}\n", []],
    ["a schema that says it is open", "input_schema: {type: object, properties: {a: {}}, additionalProperties: true}\nsteps:\n  - {id: a, tool_name: fake__echo, input: {v: <<input.x>>, a: <<input.a>>}}\n", []],
    ["one that nothing reads", `${declared}steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<input.team>>}}\n`, ["1:65 warning graph/unused-input who"]],
  ]],
  ["needs and rings", [
    ["a step of the list", "steps:\n  - {id: a, tool_name: fake__echo, needs: [b]}\n  - {id: b, tool_name: fake__echo}\n", []],
    ["no step", "steps:\n  - {id: a, tool_name: fake__echo, needs: [bb]}\n  - {id: b, tool_name: fake__echo}\n", ["2:44 step/needs-unknown bb"]],
    ["a step of another list", "steps:\n  - {id: l, tool_name: map, input: {over: [1], do: [{id: x, tool_name: fake__echo, needs: [a]}]}}\n  - {id: a, tool_name: fake__echo}\n", ["2:92 step/needs-unknown a"]],
    ["itself", "steps:\n  - {id: a, tool_name: fake__echo, needs: [a]}\n", ["2:44 graph/cycle a"]],
    ["a ring of reads", "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<b.x>>}}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.x>>}}\n", ["2:47 graph/cycle <<b.x>>"]],
    ["a ring of a need and a read", "steps:\n  - {id: a, tool_name: fake__echo, needs: [c]}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.x>>}}\n  - {id: c, tool_name: fake__echo, input: {v: <<b.x>>}}\n", ["2:44 graph/cycle c"]],
  ]],
  ["literal input", [
    ["right", "steps:\n  - {id: a, tool_name: fake__send, input: {to: x, level: high, count: 3}}\n", []],
    ["an unknown name", "steps:\n  - {id: a, tool_name: fake__send, input: {to: x, cuont: 3}}\n", ["2:51 input/unknown-property cuont"]],
    ["a missing one", "steps:\n  - {id: a, tool_name: fake__send, input: {level: high}}\n", ["2:43 input/missing {level: high}"]],
    ["a missing one that was misspelt", "steps:\n  - {id: a, tool_name: fake__send, input: {too: x}}\n", ["2:44 input/unknown-property too"]],
    ["no input at all", "steps:\n  - {id: a, tool_name: fake__send}\n", ["2:5 input/missing {id: a, tool_name: fake__send}"]],
    ["a wrong type", "steps:\n  - {id: a, tool_name: fake__send, input: {to: x, count: three}}\n", ["2:58 input/invalid three"]],
    ["a number where a text belongs", "steps:\n  - {id: a, tool_name: fake__send, input: {to: 5}}\n", ["2:48 input/invalid 5"]],
    ["outside an enum", "steps:\n  - {id: a, tool_name: fake__send, input: {to: x, level: hihg}}\n", ["2:58 input/enum hihg"]],
    ["a key of the step", "steps:\n  - {id: a, tool_name: fake__send, input: {to: x, timeout: 3s}}\n", ["2:51 input/misplaced timeout"]],
    ["an argument of an argument", "steps:\n  - {id: a, tool_name: fake__send, input: {to: x, retries: 3}}\n", ["2:51 input/misplaced retries"]],
    ["tags are unknown, what stands beside them is not", 'input_schema: {type: object}\nsteps:\n  - {id: a, tool_name: fake__send, input: {to: <<input.x>>, level: "<<input.y>>", count: x}}\n', ["3:90 input/invalid x"]],
    ["inputs of a plan, its defaults filled in", "steps:\n  - {id: a, tool_name: plan__child, input: {q: 1}}\n  - {id: b, tool_name: plan__child, input: {q: x, m: 1}}\n  - {id: c, tool_name: plan__child}\n", ["2:48 input/invalid 1", "3:51 input/unknown-property m", "4:5 input/missing {id: c, tool_name: plan__child}"]],
    ["a literal argument", 'input_schema: {type: object}\nsteps:\n  - {id: a, tool_name: fake__exec, input: {command: "ls <<input.x>>", arguments: [<<input.x>>]}}\n', ["3:57 template/not-here <<input.x>>"]],
  ]],
  ["types of reads", [
    ["what fits, and what is not known", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo}\n  - {id: c, tool_name: fake__send, input: {to: <<b.x>>, count: <<a.total>>}}\n", []],
    ["a number for a text", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: c, tool_name: fake__send, input: {to: <<a.total>>}}\n", ["3:48 ref/wrong-type <<a.total>>"]],
    ["a text with a tag for a number", 'steps:\n  - {id: a, tool_name: fake__list}\n  - {id: c, tool_name: fake__send, input: {to: x, count: "n <<a.total>>"}}\n', ["3:61 ref/wrong-type <<a.total>>"]],
    ["what a helper yields", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: c, tool_name: fake__send, input: {to: <<length a.items>>}}\n", ["3:48 ref/wrong-type <<length a.items>>"]],
    ["over a number", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: l, tool_name: map, input: {over: <<a.total>>, do: {tool_name: fake__echo}}}\n  - {id: m, tool_name: map, input: {over: abc, do: {tool_name: fake__echo}}}\n", ["3:43 step/not-a-list <<a.total>>", "4:43 step/not-a-list abc"]],
    ["gates", "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo, if: <<a.done>>}\n  - {id: c, tool_name: fake__echo, if: <<a.total>>}\n  - {id: d, tool_name: fake__echo, if: {any: [<<a.items>>, {not: <<gt a.total 1>>}]}}\n", ["4:40 step/gate-not-boolean <<a.total>>", "5:47 step/gate-not-boolean <<a.items>>"]],
    ["a field that a block hides", 'steps:\n  - {id: a, tool_name: fake__list}\n  - {id: b, tool_name: fake__echo, input: {v: "<<#each a.items>><<name>> <<input>><</each>>"}}\n', ["3:74 warning ref/shadowed <<input>>"]],
  ]],
  ["modifiers", [
    ["a retry that will not happen", "steps:\n  - {id: a, tool_name: fake__write, retry: {max_attempts: 2}}\n", ["2:37 warning step/retry-not-applied retry"]],
    ["retries that will", "steps:\n  - {id: a, tool_name: fake__write, retry: {max_attempts: 2, errors: [rate_limited]}}\n  - {id: b, tool_name: fake__echo, retry: {max_attempts: 2}}\n  - {id: c, tool_name: fake__send, input: {to: x}, idempotency_key: k, retry: {max_attempts: 2}}\n  - {id: d, tool_name: fake__write, retry: {max_attempts: 1}}\n", []],
    ["a key without a place", "steps:\n  - {id: a, tool_name: fake__write, idempotency_key: k}\n  - {id: b, tool_name: plan__child, input: {q: x}, idempotency_key: k}\n", ["2:37 step/idempotency-key idempotency_key", "3:52 step/idempotency-key idempotency_key"]],
    ["a key that is the same for all items", "steps:\n  - {id: l, tool_name: map, input: {over: [1], do: [{id: x, tool_name: fake__send, input: {to: x}, idempotency_key: k}]}}\n  - {id: m, tool_name: map, input: {over: [1], do: [{id: y, tool_name: fake__send, input: {to: x}, idempotency_key: k-<<index>>}]}}\n", ["2:100 step/idempotency-key idempotency_key"]],
    ["a limit above the ceiling", "limits: {max_steps: 200000, depth: 64}\nsteps:\n  - {id: a, tool_name: fake__echo}\n", ["1:21 schema/bad-value 200000"]],
    ["a step that nothing reads", "steps:\n  - {id: a, tool_name: fake__echo}\n  - {id: b, tool_name: fake__write}\n  - {id: c, tool_name: fake__echo, needs: [a]}\noutput: {x: 1}\n", ["4:10 warning plan/unused-step c"]],
  ]],
  ["called plans", [
    ["problems of a called plan stand in its file", "steps:\n  - {id: a, tool_name: plan__wrong}\n", ["4:24 tool/unknown in plans/wrong.yaml"]],
    ["a plan that calls itself", "steps:\n  - {id: a, tool_name: plan__main}\n", ["2:24 graph/plan-cycle plan__main"]],
    ["plans that call each other", "steps:\n  - {id: a, tool_name: plan__round}\n", ["2:24 graph/plan-cycle plan__round"]],
  ]],
];

describe.each(tables)("%s", (_rule, rows) => {
  it.each(rows)("%s", (_title, steps, expected) => {
    expect(told(steps)).toEqual(expected);
  });
});

describe("messages", () => {
  const first = (steps: string): PlanCheck["diagnostics"][number] => {
    const [one] = check(steps).diagnostics;
    if (one === undefined) throw new Error("Nothing was found.");
    return one;
  };

  it("names the nearest tools and what they do", () => {
    const { message, suggestions } = first("steps:\n  - {id: a, tool_name: fake__ecko}\n");
    expect(message).toBe("There is no tool `fake__ecko`. Did you mean `fake__echo` (Does fake__echo)?");
    expect(suggestions?.[0]).toEqual({
      title: "Call `fake__echo`",
      patch: [{ op: "replace", path: "/steps/0/tool_name", value: "fake__echo" }],
      verified: true,
    });
  });

  it("knows a tool by the name its server gives it", () => {
    const { code, suggestions } = first(`steps:\n  - {id: a, tool_name: srv__${longName}}\n`);
    expect([code, suggestions?.[0]?.title, suggestions?.[0]?.verified]).toEqual([
      "tool/unknown",
      "Call `srv__long_1234abcd`",
      true,
    ]);
  });

  it("lists the servers", () => {
    expect(first("steps:\n  - {id: a, tool_name: tikcets__x}\n").message).toContain(
      "Configured are: srv, down, new, tickets.",
    );
  });

  it("makes a note of a server that the plan says it requires, and gives no snapshot", () => {
    const { diagnostics, snapshot } = check("requires_servers: [gone]\nsteps:\n  - {id: a, tool_name: gone__x}\n");
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["note tool/server-missing"]);
    expect(snapshot).toBeUndefined();
  });

  it("prints a ring and folds the forward read under it", () => {
    const ring = first(
      "steps:\n  - {id: a, tool_name: fake__echo, input: {v: <<c.x>>}}\n  - {id: b, tool_name: fake__echo, input: {v: <<a.x>>}}\n  - {id: c, tool_name: fake__echo, input: {v: <<b.x>>}}\n",
    );
    expect(ring.message).toContain("`a` → `c` → `b` → `a`");
    expect(ring.follows?.map(({ code }) => code)).toEqual(["ref/forward"]);
    expect(ring.related?.map(({ line }) => line)).toEqual([6, 5]);
  });

  it("folds a missing argument under its misspelt name, with a verified rename", () => {
    const unknown = first("steps:\n  - {id: a, tool_name: fake__send, input: {too: x}}\n");
    expect(unknown.follows?.map(({ code }) => code)).toEqual(["input/missing"]);
    expect(unknown.suggestions?.[0]).toEqual({
      title: "Rename it to `to`",
      patch: [{ op: "move", from: "/steps/0/input/too", path: "/steps/0/input/to" }],
      verified: true,
    });
  });

  it("offers to declare an input whose name has to be escaped in a pointer", () => {
    const { diagnostics } = check(
      `${declared}steps:\n  - {id: a, tool_name: fake__echo, input: {v: '<<input["a/b"]>>'}}\n`,
    );
    const unknown = diagnostics.find(({ code }) => code === "ref/undeclared-input");
    expect(unknown?.suggestions?.at(-1)).toMatchObject({
      patch: [{ op: "add", path: "/input_schema/properties/a~1b", value: {} }],
      verified: true,
    });
  });

  it("offers the helper that makes a text", () => {
    const wrong = first(
      "steps:\n  - {id: a, tool_name: fake__list}\n  - {id: c, tool_name: fake__send, input: {to: <<a.total>>}}\n",
    );
    expect(wrong.message).toBe("`to` of `fake__send` must be a string, and `<<a.total>>` is an integer.");
    expect(wrong.suggestions?.[0]).toMatchObject({ patch: [{ value: "<<string a.total>>" }], verified: true });
  });

  it("prints the chain of plans", () => {
    expect(first("steps:\n  - {id: a, tool_name: plan__round}\n").message).toContain(
      "plan__main → plan__round → plan__main",
    );
  });
});
