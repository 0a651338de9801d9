import { controlSteps, type KeyRule, type KeyTable } from "@graph/plan";
import type { RandomSource } from "./random-source.ts";

/** Pieces that hurt a plan: YAML's own signs, tags in every stage of decay, names that must not be reached, odd characters. */
const shards: readonly string[] = [
  "<<",
  ">>",
  "{{",
  "}}",
  "<<input.",
  "<<a.b>>",
  "{{#if x}}",
  "<</if>>",
  "<<else>>",
  "<<#each a.items>>",
  "<<(",
  "<<a | b>>",
  "<<../x>>",
  "<<__proto__>>",
  "<<input.constructor>>",
  '<<default a.b "',
  "<<{{>>",
  "<< >>",
  "\\<<",
  "{{{x}}}",
  "&a ",
  "*a",
  "<<: *a",
  "!!set ",
  "!x ",
  "%YAML 1.1\n---\n",
  "---\n",
  "...\n",
  "? ",
  "- ",
  ": ",
  "#",
  " #",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "|\n",
  ">-\n",
  "\t",
  "\r",
  "\0",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\u{1f3f4}",
  "é",
  "\\x",
  '"\\q"',
  "if: ",
  "needs: [a]\n",
  "retry: {max_attempts: 0}\n",
  "timeout: 1\n",
  "do: ",
  "over: ",
  "on_error: maybe\n",
  "id: 1\n",
  "tool_name: map\n",
  "tool_name: plan__main\n",
  "tool_name: route\n",
  "tool_name: decide\n",
  "tool_name: parallel\n",
  "tool_name: agent\n",
  "catch: [{do: []}]\n",
  "catch: ",
  "finally: ",
  "cache: {ttl: 1h}\n",
  "deadline: 0s\n",
  "defaults: {retry: 3}\n",
  "solver: {query_to_answer: <<a>>}\n",
  "finish: silent\n",
  "until: ",
  "cases: ",
  "branches: {}\n",
  "max_iterations: 2\n",
  "{decide: x}",
  "{infer: ''}",
  "<<error.class>>",
  "<<accumulator.x>>",
  "<<secrets.KEY>>",
  "Bearer <<secrets.KEY>>",
  "<<env.HOME>>",
  "plan_and_execute",
  "tool_name: ''\n",
  "input: []\n",
  "steps: []\n",
  "output: 3\n",
  "version: 9\n",
  "1e999",
  "-0",
  ".nan",
  "0x1f",
  "12345678901234567890",
  "null",
  "~",
  "yes",
  "2024-01-01",
  "a".repeat(3000),
  "__proto__: {x: 1}\n",
  "constructor: 1\n",
  "identifier: ../x\n",
  "limits: {depth: -1}\n",
  "[".repeat(80),
  "- ".repeat(80),
];

type Mutation = (text: string, random: RandomSource) => string;

const position = (text: string, random: RandomSource): number => random.whole(0, text.length);

const lines = (text: string, change: (list: string[]) => void): string => {
  const list = text.split("\n");
  change(list);
  return list.join("\n");
};

const mutations: readonly Mutation[] = [
  // One character becomes another one.
  (text, random) => {
    const at = position(text, random);
    return text.slice(0, at) + String.fromCharCode(random.whole(0, 0x2100)) + text.slice(at + 1);
  },
  // A piece is cut out.
  (text, random) => {
    const at = position(text, random);
    return text.slice(0, at) + text.slice(at + random.whole(1, 40));
  },
  // The file ends early.
  (text, random) => text.slice(0, position(text, random)),
  // A shard is put in.
  (text, random) => {
    const at = position(text, random);
    return text.slice(0, at) + random.pick(shards) + text.slice(at);
  },
  // A shard takes the place of a value.
  (text, random) =>
    lines(text, (list) => {
      const at = random.whole(0, list.length - 1);
      const line = list[at] ?? "";
      const colon = line.indexOf(": ");
      list[at] = `${colon < 0 ? line : line.slice(0, colon + 2)}${random.pick(shards)}`;
    }),
  // A line is doubled, dropped, or changes its place or its indentation.
  (text, random) => lines(text, (list) => list.splice(random.whole(0, list.length), 0, random.pick(list))),
  (text, random) => lines(text, (list) => list.splice(random.whole(0, list.length - 1), 1)),
  (text, random) =>
    lines(text, (list) => {
      const [line = ""] = list.splice(random.whole(0, list.length - 1), 1);
      list.splice(random.whole(0, list.length), 0, line);
    }),
  (text, random) =>
    lines(text, (list) => {
      const at = random.whole(0, list.length - 1);
      list[at] = random.chance(0.5)
        ? `${" ".repeat(random.whole(1, 5))}${list[at] ?? ""}`
        : (list[at] ?? "").trimStart();
    }),
  // A name is taken for another one of the file.
  (text, random) => {
    const names = text.match(/[A-Za-z_]\w*/gu) ?? ["a"];
    return text.replace(random.pick(names), random.pick(names));
  },
];

/** Hurts a plan's text in one to four places. */
export function mutate(text: string, random: RandomSource): string {
  let mutated = text;
  for (let count = random.whole(1, 4); count > 0; count--) mutated = random.pick(mutations)(mutated, random);
  return mutated;
}

const keys: readonly string[] = [
  "version",
  "identifier",
  "name",
  "description",
  "input_schema",
  "output_schema",
  "limits",
  "defaults",
  "steps",
  "output",
  "id",
  "tool_name",
  "input",
  "if",
  "needs",
  "retry",
  "timeout",
  "on_error",
  "output_schema",
  "idempotency_key",
  "cache",
  "catch",
  "finally",
  "deadline",
  "solver",
  "errors",
  "result",
  "ttl",
  "over",
  "do",
  "where",
  "as",
  "concurrency",
  "when",
  "status",
  "message",
  "value",
  "op",
  "to",
  "all",
  "any",
  "not",
  "toString",
  "__proto__",
  "constructor",
  "steps",
  "length",
  "x y",
  "",
  "1",
  "exemplars",
  "requires_servers",
  "execution",
];

const scalars: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  "",
  "a",
  "main",
  "fake__echo",
  "plan__main",
  "plan_and_execute",
  "decide",
  ...controlSteps.keys(),
  "5m",
  "-5s",
  "<<a.value>>",
  "<<input.x>>",
  "<<item>>",
  "{{b}}",
  "<<secrets.KEY>>",
  "<<env.STAGE>>",
  "<<error>>",
  "<<accumulator>>",
  "x <<a",
  "<<#if a>>x<</if>>",
  "gt",
  "continue",
];

function randomValue(random: RandomSource, depth: number): unknown {
  const kind = random.next();
  if (depth <= 0 || kind < 0.4) return random.pick(scalars);
  if (kind < 0.6) return Array.from({ length: random.whole(0, 3) }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random.whole(0, 4) }, () => [random.pick(keys), randomValue(random, depth - 1)]),
  );
}

const controls = [...controlSteps.values()];

/** A value of the kind that its key wants, more often than not. */
function valueOf(rule: KeyRule, random: RandomSource, depth: number): unknown {
  if (random.chance(0.15)) return randomValue(random, 2);
  switch (rule.kind) {
    case "body":
      return bodyOf(random, depth - 1);
    case "gate":
      return random.pick(gates);
    case "map":
      return tableOf(rule.keys ?? {}, rule.required ?? [], random, depth);
    case "list":
      return Array.from({ length: random.whole(0, 2) }, () => valueOf(rule.of as KeyRule, random, depth));
    case "named":
      return Object.fromEntries(
        Array.from({ length: random.whole(0, 2) }, () => [
          random.pick([...keys, "left", "right"]),
          valueOf(rule.of as KeyRule, random, depth),
        ]),
      );
    case "schema":
      return random.pick([{ type: "object", properties: { value: { type: "string" } } }, { type: "objekt" }, {}]);
    case "integer":
    case "number":
      return random.pick([1, 2, 0.5, 0]);
    case "duration":
      return random.pick(["5s", "0s", "30d", "10"]);
    case "enum":
      return random.pick(rule.values ?? ["a"]);
    case "names":
      return [random.pick([...(rule.values ?? []), "fake__echo", "fake__*", "a"])];
    default:
      return random.pick([...scalars, ["<<a.value>>", "b"]]);
  }
}

const gates: readonly unknown[] = [
  "<<item>>",
  "<<a.value>>",
  { value: "<<accumulator.n>>", op: "gt", to: 1 },
  { all: [{ decide: "Is it <<a.value>>?", state: "<<item>>" }, { not: { infer: "so" } }] },
  { decide: "q", min_probability: 2 },
  true,
];

function tableOf(table: KeyTable, required: readonly string[], random: RandomSource, depth: number): object {
  const chosen = Object.entries(table).filter(([key]) => random.chance(required.includes(key) ? 0.9 : 0.3));
  return Object.fromEntries(chosen.map(([key, rule]) => [key, valueOf(rule, random, depth)]));
}

function bodyOf(random: RandomSource, depth: number): unknown {
  if (depth <= 0) return { tool_name: "fake__echo", input: { value: random.pick(scalars) } };
  if (random.chance(0.4)) return { ...spread(stepOf("x", random, depth)), id: undefined };
  return Array.from({ length: random.whole(0, 2) }, (_, index) => stepOf(`x${String(index)}`, random, depth));
}

/** A step whose parts mostly are what they should be. */
function stepOf(id: string, random: RandomSource, depth: number): unknown {
  const control = random.chance(0.7) ? random.pick(controls) : undefined;
  return {
    id: random.chance(0.8) ? `${id}_${String(random.whole(0, 99))}` : random.pick(["a", "b", "error", id]),
    tool_name: control?.name ?? random.pick(["fake__echo", "fake__send", "plan__main"]),
    input:
      control === undefined ? { value: random.pick(scalars) } : tableOf(control.keys, control.required, random, depth),
    ...(random.chance(0.3) && { catch: [{ do: bodyOf(random, depth - 1), result: random.pick(scalars) }] }),
    ...(random.chance(0.2) && { finally: bodyOf(random, depth - 1) }),
    ...(random.chance(0.1) && { cache: { ttl: "1h", key: random.pick(scalars) }, deadline: "5m" }),
  };
}

/** Valid YAML in the outline of a plan whose parts are of any shape. */
export function wrongPlan(random: RandomSource): string {
  const anyStep = (id: string): unknown =>
    random.chance(0.3)
      ? randomValue(random, 4)
      : { id, tool_name: random.pick(scalars), input: randomValue(random, 4), ...spread(randomValue(random, 3)) };
  const step = (id: string): unknown => (random.chance(0.5) ? anyStep(id) : stepOf(id, random, 3));
  const plan = {
    identifier: "main",
    description: "Wrong.",
    steps: random.chance(0.1) ? randomValue(random, 3) : ["a", "b", "c"].slice(0, random.whole(0, 3)).map(step),
    ...(random.chance(0.2) && { finally: bodyOf(random, 2) }),
    ...(random.chance(0.1) && { solver: { query_to_answer: "<<a.value>>", data: random.pick(scalars) } }),
    ...spread(randomValue(random, 3)),
  };
  return JSON.stringify(plan, null, random.pick([0, 2]));
}

const spread = (value: unknown): object =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
