import { describe, expect, test } from "vitest";
import { only, told, toldByReader } from "../../test-support/told.ts";

/** A plan of one control step, whose input stands in one line from column 12. */
const step = (tool: string, input: string): string =>
  `steps:\n  - id: a\n    tool_name: ${tool}\n    input: ${input}\n`;
const call = "{tool_name: x__y}";

type Row = readonly [input: string, expected: readonly string[]];

const tables: Readonly<Record<string, readonly Row[]>> = {
  exit: [
    ["{}", []],
    ["{when: <<input.x>>, status: error, message: 'No <<input.x>>', output: {a: <<input.x>>}}", []],
    ["{decide: Is it over?, state: <<input.x>>, min_probability: 0.9, model: decider}", []],
    ["{when: <<input.x>>, infer: Is it over?}", ["4:32 schema/keys-conflict infer"]],
    ["{infer: a, decide: b}", ["4:23 schema/keys-conflict decide"]],
    ["{model: decider}", ["4:13 schema/keys-conflict model"]],
    ["{infer: a, state: b}", ["4:23 schema/keys-conflict state"]],
    ["{state: b, when: <<input.x>>}", ["4:13 schema/keys-conflict state"]],
    ["{status: fine}", ["4:21 schema/bad-value fine"]],
    ["{status: <<input.x>>}", ["4:21 template/not-here <<input.x>>"]],
    ["{wen: <<input.x>>}", ["4:13 schema/unknown-key wen"]],
    ["{if: <<input.x>>}", ["4:13 schema/unknown-key if"]],
    ["[]", ["4:12 schema/bad-value []"]],
  ],
  route: [
    [`{if: <<input.x>>, then: ${call}}`, []],
    [`{if: <<input.x>>, then: [], else: ${call}}`, []],
    [`{infer: Is it so?, then: ${call}, model: default}`, []],
    [`{cases: [{if: <<input.x>>, do: ${call}}, {if: {infer: Is it so?}, do: []}], else: ${call}}`, []],
    [
      `{choose: {question: Which?, state: <<input.x>>, model: decider, options: {"a b": {description: A., do: ${call}}}}}`,
      [],
    ],
    ["{}", ["4:12 schema/missing-key {}"]],
    [`{else: ${call}}`, ["4:13 schema/missing-key else"]],
    [`{then: ${call}}`, ["4:13 schema/missing-key then"]],
    ["{if: <<input.x>>}", ["4:13 schema/missing-key if"]],
    [`{if: <<input.x>>, else: ${call}}`, ["4:13 schema/missing-key if"]],
    [`{cases: [{if: <<input.x>>, do: ${call}}], then: ${call}}`, ["4:64 schema/keys-conflict then"]],
    [`{if: <<input.x>>, then: ${call}, cases: []}`, ["4:55 schema/keys-conflict cases", "4:62 schema/bad-value []"]],
    [`{choose: {question: a, options: {b: {do: ${call}}}}, else: ${call}}`, ["4:75 schema/keys-conflict else"]],
    [
      `{choose: {question: a, options: {b: {do: ${call}}}}, decide: a, then: ${call}}`,
      ["4:75 schema/keys-conflict decide"],
    ],
    [`{choose: {question: a, options: {b: {do: ${call}}}}, model: c}`, ["4:75 schema/keys-conflict model"]],
    ["{choose: {}}", ["4:21 schema/missing-key {}", "4:21 schema/missing-key {}"]],
    ["{choose: {question: '', options: {}}}", ["4:32 schema/bad-value ''", "4:45 schema/bad-value {}"]],
    ["{choose: {question: a, options: [b]}}", ["4:44 schema/bad-value [b]"]],
    ["{choose: {question: a, options: <<input.x>>}}", ["4:44 template/not-here <<input.x>>"]],
    [
      `{choose: {question: a, options: {b: ${call}}}}`,
      ["4:49 schema/unknown-key tool_name", "4:49 schema/missing-key tool_name"],
    ],
    [`{choose: {question: a, options: {" b": {do: ${call}}}}}`, ['4:45 schema/bad-value " b"']],
    [`{choose: {question: a, options: {b: {do: ${call}, description: 5}}}}`, ["4:85 schema/bad-value 5"]],
    ["{choose: <<input.x>>}", ["4:21 template/not-here <<input.x>>"]],
    [`{cases: {if: <<input.x>>, do: ${call}}}`, ["4:20 schema/bad-value {if: <<input.x>>, do: {tool_name: x__y}}"]],
    ["{cases: []}", ["4:20 schema/bad-value []"]],
    ["{cases: [x]}", ["4:21 schema/bad-value x"]],
    [
      `{cases: [{do: ${call}}, {if: <<input.x>>, then: ${call}}]}`,
      ["4:22 schema/missing-key do", "4:47 schema/missing-key if", "4:64 schema/unknown-key then"],
    ],
    [`{if: <<input.x>>, then: x__y}`, ["4:36 schema/bad-value x__y"]],
    [`{if: <<input.x>>, then: {tool_name: x__y, id: b}}`, ["4:54 schema/unknown-key id"]],
  ],
  filter: [
    ["{over: <<input.x>>, where: <<item.ok>>, concurrency: 2}", []],
    ["{over: <<input.x>>, infer: 'Is <<item>> good?'}", []],
    ["{over: <<input.x>>, decide: Is it good?, state: <<item>>}", []],
    ["{over: <<input.x>>}", ["4:13 schema/missing-key over"]],
    ["{over: <<input.x>>, when: <<item.ok>>}", ["4:32 schema/unknown-key when"]],
    ["{over: <<input.x>>, where: <<item.ok>>, decide: a}", ["4:52 schema/keys-conflict decide"]],
    [
      "{where: <<item.ok>>, min_probability: 1}",
      ["4:13 schema/missing-key where", "4:33 schema/keys-conflict min_probability"],
    ],
  ],
  map: [
    [`{over: <<input.x>>, do: ${call}, as: one, concurrency: 2, batch_size: 5, on_item_error: skip}`, []],
    ["{}", ["4:12 schema/missing-key {}", "4:12 schema/missing-key {}"]],
    [`{over: <<input.x>>, do: ${call}, initial: 0}`, ["4:55 schema/unknown-key initial"]],
    [
      "{over: <<input.x>>, do: 5, as: run, concurrency: <<input.n>>, batch_size: 0, on_item_error: stop}",
      [
        "4:36 schema/bad-value 5",
        "4:43 step/reserved-id run",
        "4:61 template/not-here <<input.n>>",
        "4:86 schema/bad-value 0",
        "4:104 schema/bad-value stop",
      ],
    ],
    ["{over: [], do: [], as: a}", ["4:35 step/duplicate-id a"]],
    ["{over: [], do: [], as: my-item}", ["4:35 step/bad-id my-item"]],
    // No tag: nothing else would tell.
    ["{over: [], do: [], as: '<<'}", ["4:35 step/bad-id '<<'"]],
  ],
  reduce: [
    [`{over: <<input.x>>, do: ${call}, initial: {sum: 0}, as: one}`, []],
    [`{over: <<input.x>>}`, ["4:13 schema/missing-key over"]],
    [`{over: <<input.x>>, do: ${call}, concurrency: 2}`, ["4:55 schema/unknown-key concurrency"]],
    [`{over: <<input.x>>, do: ${call}, as: accumulator}`, ["4:59 step/reserved-id accumulator"]],
    [`{over: <<input.x>>, do: ${call}, on_error: continue}`, ["4:55 schema/unknown-key on_error"]],
  ],
  loop: [
    [`{do: ${call}, max_iterations: 3}`, []],
    [
      `{do: ${call}, until: {value: <<accumulator.n>>, op: gt, to: 3}, initial: {n: 0}, max_iterations: 3, delay: 10s}`,
      [],
    ],
    [`{do: ${call}, until: <<accumulator.ok>>}`, ["4:13 step/loop-unbounded do"]],
    ["{max_iterations: 3}", ["4:13 schema/missing-key max_iterations"]],
    [`{do: ${call}, max_iteration: 3}`, ["4:36 schema/unknown-key max_iteration"]],
    [`{do: ${call}, max_iterations: 0}`, ["4:52 schema/bad-value 0"]],
    [`{do: ${call}, max_iterations: <<input.n>>}`, ["4:52 template/not-here <<input.n>>"]],
    [`{do: ${call}, max_iterations: 3, delay: <<input.n>>}`, ["4:62 template/not-here <<input.n>>"]],
    [`{do: ${call}, max_iterations: 3, over: []}`, ["4:55 schema/unknown-key over"]],
  ],
  parallel: [
    [`{branches: {left: ${call}, right: [{id: b, tool_name: x__y}]}, wait: any}`, []],
    ["{}", ["4:12 schema/missing-key {}"]],
    ["{branches: {}}", ["4:23 schema/bad-value {}"]],
    [`{branches: [${call}]}`, ["4:23 schema/bad-value [{tool_name: x__y}]"]],
    ["{branches: <<input.x>>}", ["4:23 template/not-here <<input.x>>"]],
    [`{branches: {a-b: ${call}, 1c: ${call}}}`, ["4:24 schema/bad-value a-b", "4:48 schema/bad-value 1c"]],
    [
      `{branches: {__proto__: ${call}, constructor: ${call}}}`,
      ["4:24 schema/bad-value __proto__", "4:54 schema/bad-value constructor"],
    ],
    ["{branches: {left: x__y}}", ["4:30 schema/bad-value x__y"]],
    [`{branches: {left: {id: b, tool_name: x__y}}}`, ["4:31 schema/unknown-key id"]],
    [`{branches: {left: ${call}}, wait: first}`, ["4:56 schema/bad-value first"]],
    [`{branches: {left: ${call}}, concurrency: 2}`, ["4:50 schema/unknown-key concurrency"]],
  ],
  ask: [
    [
      "{prompt: 'Which of <<input.x>>?', output_schema: {type: object, properties: {which: {enum: [a, b]}, n: {type: integer}, sure: {type: boolean}, why: {type: string}, one: {const: 1}}}}",
      [],
    ],
    ["{prompt: a, output_schema: {properties: {ok: {type: boolean}}}, when_unanswered: suspend}", []],
    [
      "{prompt: a, output_schema: {properties: {ok: {type: boolean}}}, when_unanswered: default, default: {ok: <<input.x>>}}",
      [],
    ],
    ["{}", ["4:12 schema/missing-key {}", "4:12 schema/missing-key {}"]],
    ["{prompt: '', output_schema: {}}", ["4:21 schema/bad-value ''", "4:40 schema/bad-value {}"]],
    ["{prompt: a, output_schema: <<input.x>>}", ["4:39 template/not-here <<input.x>>"]],
    ["{prompt: a, output_schema: [x]}", ["4:39 schema/bad-value [x]"]],
    ["{prompt: a, output_schema: {type: string}}", ["4:39 schema/bad-value {type: string}"]],
    ["{prompt: a, output_schema: {type: array, properties: {x: {type: string}}}}", ["4:46 schema/bad-value array"]],
    [
      "{prompt: a, output_schema: {properties: {x: {type: object}, l: {type: array}, m: {type: [string, integer]}, e: {enum: [[]]}, f: {}, s: string}}}",
      [
        "4:56 schema/bad-value {type: object}",
        "4:75 schema/bad-value {type: array}",
        "4:93 schema/bad-value {type: [string, integer]}",
        "4:123 schema/bad-value {enum: [[]]}",
        "4:140 schema/bad-value {}",
        "4:147 schema/bad-value string",
        "4:147 schema/bad-value string",
      ],
    ],
    [
      "{prompt: a, output_schema: {properties: {x: {enum: <<input.x>>}, y: {type: string, description: 'Of <<input.x>>'}}}}",
      ["4:63 template/not-here <<input.x>>", "4:112 template/not-here <<input.x>>"],
    ],
    [
      "{prompt: a, output_schema: {properties: {x: {typ: string}}}}",
      ["4:56 schema/bad-value {typ: string}", "4:57 schema/unknown-keyword typ"],
    ],
    [
      "{prompt: a, output_schema: {properties: {x: {type: string}}}, when_unanswered: later}",
      ["4:91 schema/bad-value later"],
    ],
    [
      "{question: a, output_schema: {properties: {x: {type: string}}}}",
      ["4:13 schema/unknown-key question", "4:13 schema/missing-key question"],
    ],
  ],
  wait: [
    ["{for: 30s}", []],
    ["{for: 30d}", []],
    ["{for: <<input.x>>}", []],
    ["{until: <<input.x>>}", []],
    ["{signal: 'paid-<<input.x>>', timeout: 2h}", []],
    ["{signal: paid, timeout: <<input.x>>}", []],
    ["{}", ["4:12 schema/missing-key {}"]],
    ["{timeout: 5s}", ["4:13 schema/missing-key timeout"]],
    ["{for: 5s, timeout: 5s}", ["4:22 schema/keys-conflict timeout"]],
    [
      "{for: 5s, until: <<input.x>>, signal: a}",
      ["4:22 schema/keys-conflict until", "4:42 schema/keys-conflict signal"],
    ],
    ['{for: "10"}', ['4:18 schema/bad-duration "10"']],
    ["{for: 10}", ["4:18 schema/bad-duration 10"]],
    ["{for: -5s}", ["4:18 schema/bad-duration -5s"]],
    ["{for: NaN}", ["4:18 schema/bad-duration NaN"]],
    ["{for: .nan}", ["4:18 yaml/lossy-number .nan"]],
    ["{for: ten days}", ["4:18 schema/bad-duration ten days"]],
    ["{for: '<<'}", ["4:18 schema/bad-duration '<<'"]],
    ["{for: P1Y}", ["4:18 schema/bad-duration P1Y"]],
    ["{signal: a, timeout: 0s}", ["4:33 schema/bad-duration 0s"]],
    ["{signal: 5}", ["4:21 schema/bad-value 5"]],
    ["{signal: ''}", ["4:21 schema/bad-value ''"]],
    ["{until: 5}", ["4:20 schema/bad-value 5"]],
  ],
  agent: [
    ["{prompt: 'Look into <<input.x>>.'}", []],
    [
      "{prompt: a, output_schema: {type: object}, tools: [fake__echo, 'srv__*'], max_iterations: 4, model: default, system_prompt: Be brief.}",
      [],
    ],
    ["{prompt: a, tools: []}", []],
    ["{}", ["4:12 schema/missing-key {}"]],
    ["{prompt: [a]}", ["4:21 schema/bad-value [a]"]],
    ["{prompt: a, tools: fake__echo}", ["4:31 schema/bad-value fake__echo"]],
    [
      "{prompt: a, tools: [<<input.x>>, 5, 'a b', '']}",
      [
        "4:32 template/not-here <<input.x>>",
        "4:45 schema/bad-value 5",
        "4:48 schema/bad-value 'a b'",
        "4:55 schema/bad-value ''",
      ],
    ],
    ["{prompt: a, max_iterations: 0}", ["4:40 schema/bad-value 0"]],
    ["{prompt: a, output_schema: {properties: {x: {type: <<input.x>>}}}}", ["4:63 template/not-here <<input.x>>"]],
    ["{prompt: a, model: 5, system_prompt: ''}", ["4:31 schema/bad-value 5", "4:49 schema/bad-value ''"]],
    ["{prompt: a, timeout: 5s}", ["4:24 schema/unknown-key timeout"]],
  ],
};

describe.each(Object.entries(tables))("%s", (tool, rows) => {
  test.each(rows)("%s", (input, expected) => {
    expect(toldByReader(step(tool, input))).toEqual(expected);
  });
});

test("a control step without its input", () => {
  const found = ["exit", "route", "map", "loop", "wait"].map((tool) =>
    toldByReader(`steps:\n  - id: a\n    tool_name: ${tool}\n`),
  );
  expect(found).toEqual([
    [],
    ["2:5 schema/missing-key id"],
    ["2:5 schema/missing-key id", "2:5 schema/missing-key id"],
    ["2:5 schema/missing-key id", "2:5 step/loop-unbounded id"],
    ["2:5 schema/missing-key id"],
  ]);
});

describe("what is said", () => {
  const open = "input_schema: {type: object}\n";
  test.each<[string, string, string]>([
    ["loop", "{do: {tool_name: fake__echo}}", "The input of `loop` needs the key `max_iterations`. Most rounds."],
    ["route", "{if: <<input.x>>}", "The input of `route` needs the key `then` beside `if`."],
    ["filter", "{over: []}", "The input of `filter` needs one of `where`, `infer`, `decide`."],
    ["exit", "{state: 1}", "`state` belongs beside `decide`: remove it."],
    ["exit", "{if: <<input.x>>}", "`if` is no key of the input of `exit`. Did you mean `when`?"],
    ["filter", "{over: [], when: <<item>>}", "`when` is no key of the input of `filter`. Did you mean `where`?"],
    ["exit", "{timeout: 5s}", "`timeout` belongs beside `input`, not into the input of `exit`."],
    ["map", "{over: [], do: [], if: true}", "`if` belongs beside `input`, not into the input of `map`."],
    [
      "ask",
      "{prompt: a, output_schema: {properties: {x: {type: array}}}}",
      "`x` must be a text, a number, a boolean or an enum of these: a person fills in one value a field.",
    ],
    [
      "ask",
      "{prompt: a, output_schema: <<input.x>>}",
      "`output_schema` is written out in the plan, because later steps are checked against it before anything runs: a tag cannot stand here.",
    ],
    ["wait", "{for: 10}", "`for` must be a duration, not a number. A unit is missing: `10s` for seconds."],
    [
      "parallel",
      "{branches: {constructor: {tool_name: fake__echo}}}",
      "`constructor` cannot be a name under `branches`: no tag may read this name.",
    ],
    [
      "agent",
      "{prompt: a, tools: ['a b']}",
      "`a b` cannot be a name under `tools`: it is the name of a tool, in which `*` stands for any part and `?` for one character.",
    ],
    [
      "route",
      "{cases: [{do: {tool_name: fake__echo}}]}",
      "An entry of `cases` needs the key `if`. The case is taken when it is true.",
    ],
  ])("%s %s", (tool, input, message) => {
    expect(only(open + step(tool, input)).message).toBe(message);
  });

  test("a key of the input beside it", () => {
    expect(only("steps:\n  - id: a\n    tool_name: map\n    over: []\n    input: {over: [], do: []}\n").message).toBe(
      "`over` of `map` belongs under `input`.",
    );
  });

  test("a misspelt key takes what it would have been with it", () => {
    const { code, suggestions, follows } = only(step("filter", "{over: [], wher: {value: <<item>>, op: gt, to: 1}}"));
    expect([code, suggestions, follows]).toEqual([
      "schema/unknown-key",
      [
        {
          title: "Rename it to `where`",
          patch: [{ op: "move", from: "/steps/0/input/wher", path: "/steps/0/input/where" }],
          verified: true,
        },
      ],
      [{ code: "schema/missing-key", message: "The input of `filter` needs one of `where`, `infer`, `decide`." }],
    ]);
  });

  test("a key that belongs into the map beside it is moved there", () => {
    const options = "options: {b: {do: {tool_name: fake__echo}}}";
    const { message, suggestions } = only(step("route", `{choose: {question: a, ${options}}, state: 5}`));
    expect([message, suggestions]).toEqual([
      "`state` belongs into `choose` here.",
      [
        {
          title: "Move it into `choose`",
          patch: [{ op: "move", from: "/steps/0/input/state", path: "/steps/0/input/choose/state" }],
          verified: true,
        },
      ],
    ]);
  });
});

test("moments that are written out", () => {
  const at = (until: string): string[] => told(step("wait", `{until: ${until}}`));
  for (const moment of ["2026-11-30T09:00:00Z", "2026-11-30T09:00:00.5+02:00", "'2026-11-30'", "2028-02-29T00:00Z"])
    expect(at(moment)).toEqual([]);
  for (const other of ["tomorrow", "2026-11-30T09:00:00", "2026-02-29", "2026-13-01", "'2026-11-30T25:00:00Z'", "10s"])
    expect(at(other)).toEqual([`4:20 schema/bad-value ${other}`]);
});
