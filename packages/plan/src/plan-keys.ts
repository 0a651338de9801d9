import type { KeyTable } from "./grammar/key-rule.ts";
import { finallyBody } from "./modifier/finally.ts";
import { stepModifiers } from "./modifier/index.ts";
import { retry } from "./modifier/retry.ts";
import { stepIdPattern } from "./modifier/step-id-pattern.ts";

/** The version of the plan language that this program reads. */
export const planVersion = 1;

/** Most steps of a plan, bodies included, unless `limits.max_plan_steps` says otherwise. */
export const defaultMaximumPlanSteps = 2000;

/** A plan's identifier: `plan__` in front of it has to be a tool name. */
export const identifierPattern = "^[A-Za-z_][A-Za-z0-9_-]{0,50}$";

/** The public name of a tool, and of a control step. */
export const toolNamePattern = "^[A-Za-z_][A-Za-z0-9_-]{0,62}$";

/** Names that no step may have: what tags read, the control steps, and what paths use themselves. */
export const reservedIds: ReadonlySet<string> = new Set([
  "input",
  "item",
  "index",
  "accumulator",
  "run",
  "env",
  "secrets",
  "error",
  "exit",
  "route",
  "filter",
  "map",
  "reduce",
  "loop",
  "parallel",
  "ask",
  "wait",
  "agent",
  "steps",
  "length",
  "this",
  "constructor",
  "prototype",
]);

/** Keys of `limits`. What a plan leaves out comes from its caller, then from the defaults. */
export const limitKeys: KeyTable = {
  timeout: {
    kind: "duration",
    minimum: 1,
    description: "Longest time of a run. Waiting for an answer does not count. Default: none.",
  },
  concurrency: { kind: "integer", minimum: 1, description: "Most tool calls in flight. Default: 64." },
  max_steps: { kind: "integer", minimum: 1, description: "Most step starts of a run. Default: 10,000." },
  max_items: {
    kind: "integer",
    minimum: 1,
    description: "Most items of a `map`, `filter` or `reduce`. Default: 1,000.",
  },
  max_plan_steps: {
    kind: "integer",
    minimum: 1,
    description: "Most steps of this plan, bodies included. Default: 2,000.",
  },
  depth: { kind: "integer", minimum: 1, description: "How deep plans may call plans. Default: 16." },
  max_output_bytes: {
    kind: "integer",
    minimum: 1,
    description:
      "Largest result that events and records show in full, where its size is known: from a server or over HTTP. Default: 1 MiB.",
  },
  drain: {
    kind: "duration",
    minimum: 0,
    description: "How long calls in flight may go on after a failure. Default: 5s.",
  },
};

/** What steps that call a tool have when they do not say otherwise. */
export const defaultKeys: KeyTable = {
  timeout: { kind: "duration", minimum: 1, description: "`timeout` of every step that calls a tool." },
  retry: { ...retry, description: "`retry` of every step that calls a tool." },
};

/** How a chat model writes a plan's result. */
export const solverKeys: KeyTable = {
  query_to_answer: { kind: "template", filled: true, forPeople: true, description: "What the model is to write." },
  system_prompt: { kind: "template", filled: true, forPeople: true, description: "How it should behave." },
  data: { kind: "template", description: "What it may use: any value, tags in it are rendered." },
};

/** Keys of a plan. */
export const planKeys: KeyTable = {
  version: { kind: "integer", minimum: 1, description: "Version of the plan language. Missing: 1." },
  identifier: {
    kind: "name",
    pattern: identifierPattern,
    description: "The plan's name: other plans call it as the tool `plan__` + identifier.",
  },
  name: { kind: "text", description: "Title for people. Missing: the identifier." },
  description: { kind: "text", description: "What the plan does. Search and callers read it." },
  exemplars: { kind: "texts", description: "Requests that this plan answers; search uses them." },
  requires_servers: { kind: "names", description: "Servers without which the plan is hidden." },
  input_schema: {
    kind: "schema",
    description: "JSON Schema 2020-12 of the input. Defaults are filled in before any step runs.",
  },
  output_schema: {
    kind: "schema",
    description: "JSON Schema 2020-12 of the result. It is checked, and types what callers read.",
  },
  limits: { kind: "map", keys: limitKeys, description: "Budgets of a run of this plan." },
  defaults: {
    kind: "map",
    keys: defaultKeys,
    description: "What steps that call a tool have unless they say otherwise.",
  },
  execution: {
    kind: "enum",
    values: ["dataflow", "sequential"],
    description: "`sequential` runs one step after another. Missing: `dataflow`.",
  },
  steps: { kind: "steps", description: "The steps. Order comes from what they read; see `needs`." },
  output: {
    kind: "template-map",
    description: "The plan's result: a map, whose texts are templates. Missing: it has none.",
  },
  solver: {
    kind: "map",
    keys: solverKeys,
    required: ["query_to_answer"],
    description: "Lets a chat model write the plan's result, a text. Not beside `output`.",
  },
  finally: {
    ...finallyBody,
    description:
      "What is done at the end of a run whatever happened, cancellation included: one call, or a list of steps. `error` is known in it, null when all went well.",
  },
};

export const requiredPlanKeys: readonly string[] = ["identifier", "description", "steps"];

/** Keys of a step. */
export const stepKeys: KeyTable = {
  id: {
    kind: "name",
    pattern: stepIdPattern,
    description: "The name that the step's result is read by. Unique in the whole plan.",
  },
  tool_name: {
    kind: "name",
    pattern: toolNamePattern,
    description: "A tool of the catalog, a plan (`plan__x`) or a control step. Literal.",
  },
  input: { kind: "template-map", description: "The tool's arguments: a map, whose texts are templates." },
  ...stepModifiers,
};

export const requiredStepKeys: readonly string[] = ["id", "tool_name"];

/** Keys of a body that is one call. */
export const callKeys: KeyTable = {
  tool_name: stepKeys["tool_name"]!,
  input: stepKeys["input"]!,
};

export const requiredCallKeys: readonly string[] = ["tool_name"];
