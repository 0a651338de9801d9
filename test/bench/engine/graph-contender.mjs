// Our contender: the public API of the runner with its defaults, plans as YAML text, one listener attached.
import { createRunner } from "@graph/runner";

// The step bodies of the harness, beside which this file is copied.
const { add, carry, dag, inc, item, sum, wait } = await import(new URL("../steps.mjs", import.meta.url).href);

const object = { type: "object" };

/** The step bodies as tools. `open`: their schemas only say "an object", so that there is none to compile. */
const tools = (open) => {
  const tool = (name, properties, run) => ({
    name,
    description: `The step body ${name}.`,
    inputSchema: open ? { type: "object" } : { type: "object", required: Object.keys(properties), properties },
    annotations: { readOnlyHint: true },
    run,
  });
  const x = { x: object };
  return [
    tool("inc", x, (input) => inc(input.x)),
    tool("carry", x, (input) => carry(input.x)),
    tool("wait", x, (input) => wait(input.x)),
    tool("add", { k: { type: "integer" }, ...x }, (input) => add(input.k)(input.x)),
    tool("sum", { vals: { type: "array" } }, (input) => sum(input.vals)),
    tool("item", { x: { type: "integer" } }, async (input) => ({ n: await item(input.x) })),
    tool("a", x, (input) => dag.a(input.x)),
    tool("b", x, (input) => dag.b(input.x)),
    tool("c", x, (input) => dag.c(input.x)),
    tool("d", { b: object, c: object }, (input) => dag.d(input.b, input.c)),
    tool("e", x, (input) => dag.e(input.x)),
  ];
};

const step = (id, name, input) => `  - id: ${id}\n    tool_name: user__${name}\n    input: ${input}\n`;
const plan = (identifier, steps, output, limits = "") =>
  `identifier: ${identifier}\ndescription: A workload.\ninput_schema: {type: object}\n${limits}steps:\n${steps.join("")}output: ${output}\n`;
const sequence = (identifier, names, limits) => {
  const steps = names.map((name, index) =>
    step(`E${index}`, name, `{x: ${index === 0 ? "<<input>>" : `<<E${index - 1}>>`}}`),
  );
  return plan(identifier, steps, `{result: <<E${names.length - 1}>>}`, limits);
};
const limitsFor = (count) => (count > 2000 ? `limits: {max_plan_steps: ${count + 2}}\n` : "");

/** Builds a workload once; the function it gives back runs it. */
const build =
  (open) =>
  (text, plans = []) => {
    const runner = createRunner({ tools: tools(open), plans });
    runner.on("step-finish", () => undefined);
    const loaded = runner.load(text);
    return async (input) => {
      const { status, output, error } = await runner.run(loaded, input);
      if (status !== "succeeded") throw new Error(`${status}: ${error?.message}`);
      return output.result;
    };
  };

export const contender = (label, open) => {
  const start = build(open);
  return {
    label,
    kind: "ours",
    pkgs: ["@graph/runner"],
    chain: (n) => start(sequence("chain", Array(n).fill("inc"), limitsFor(n))),
    fanout: (n) => {
      const ids = Array.from({ length: n }, (_, k) => `E${k}`);
      const steps = ids.map((id, k) => step(id, "add", `{k: ${k}, x: <<input>>}`));
      const join = step("J", "sum", `{vals: [${ids.map((id) => `<<${id}>>`).join(", ")}]}`);
      return start(plan("fanout", [...steps, join], "{result: <<J>>}", limitsFor(n)));
    },
    foreach: (n, concurrency) => {
      const each = `  - id: M\n    tool_name: map\n    input: {over: <<input.list>>, concurrency: ${concurrency}, do: {tool_name: user__item, input: {x: <<item>>}}}\n`;
      const limits = `limits: {max_items: ${Math.max(n, 1000)}, max_steps: ${n + 100}}\n`;
      const run = start(plan("foreach", [each], '{result: <<pluck M.results "n">>}', limits));
      return (list) => run({ list });
    },
    nested: (depth) => {
      const limits = depth > 16 ? `limits: {depth: ${depth}}\n` : "";
      const level = (k) => {
        if (k === depth - 1) return plan(`n${k}`, [step("E0", "inc", "{x: <<input>>}")], "{result: <<E0>>}", limits);
        const call = `  - id: E1\n    tool_name: plan__n${k + 1}\n    input: {i: <<E0.i>>}\n`;
        return plan(`n${k}`, [step("E0", "inc", "{x: <<input>>}"), call], "{result: <<E1.result>>}", limits);
      };
      const [main, ...called] = Array.from({ length: depth }, (_, k) => level(k));
      return start(main, called);
    },
    dag5: () =>
      start(
        plan(
          "dag",
          [
            step("A", "a", "{x: <<input>>}"),
            step("B", "b", "{x: <<A>>}"),
            step("C", "c", "{x: <<A>>}"),
            step("D", "d", "{b: <<B>>, c: <<C>>}"),
            step("E", "e", "{x: <<D>>}"),
          ],
          "{result: <<E>>}",
        ),
      ),
    payload: (n) => start(sequence("payload", Array(n).fill("carry"))),
    waiting: () => start(sequence("waiting", ["inc", "wait", "inc"])),
  };
};
