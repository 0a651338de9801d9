import type { KeyRule } from "../grammar/key-rule.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json, JsonObject } from "../json.ts";
import { either } from "../shape/either.ts";
import type { ControlStepGrammar } from "./control-step.ts";
import { gateForms, modelGateCompany, modelGateKeys, verdictSchemas } from "./model-gate-keys.ts";

const body: KeyRule = { kind: "body", description: "What is done: one call, or a list of steps." };

/** A label is shown to a model, so that it may be any short text. */
const labelPattern = "^\\S(?:.{0,98}\\S)?$";

export const route: ControlStepGrammar = {
  name: "route",
  description: "Takes one of several branches; the others are never rendered.",
  keys: {
    cases: {
      kind: "list",
      of: {
        kind: "map",
        keys: { if: { kind: "gate", description: "The case is taken when it is true." }, do: body },
        required: ["if", "do"],
        description: "One case.",
      },
      description: "A list of `{if, do}`: the first whose gate is true is taken.",
    },
    if: { kind: "gate", description: "True: `then` is taken; false: `else`." },
    ...modelGateKeys,
    // oxlint-disable-next-line unicorn/no-thenable -- a key of the language; nobody awaits a table of keys
    then: { ...body, description: "The branch for true, with `if`, `infer` or `decide`." },
    else: { ...body, description: "The branch when no other is taken. Missing: nothing is done." },
    choose: {
      kind: "map",
      keys: {
        question: { kind: "template", filled: true, forPeople: true, description: "What a decision model is asked." },
        state: { kind: "template", description: "What it looks at." },
        options: {
          kind: "named",
          pattern: labelPattern,
          words: "it is one line of at most 100 characters, without blanks around it.",
          of: {
            kind: "map",
            keys: {
              description: {
                kind: "template",
                filled: true,
                forPeople: true,
                description: "What the option is, for the model.",
              },
              do: body,
            },
            required: ["do"],
            description: "One option.",
          },
          description: "What may be chosen, by label: `{description, do}`.",
        },
        model: { kind: "template", filled: true, description: "The role of the model. Default: `decider`." },
      },
      required: ["question", "options"],
      description: "Lets a decision model choose the branch.",
    },
  },
  required: [],
  exclusive: [["cases", ...gateForms("if"), "choose"]],
  oneOf: ["cases", "if", "infer", "decide", "choose"],
  together: [
    ...modelGateCompany,
    { key: "then", with: ["if", "infer", "decide"], required: true },
    { key: "else", with: ["cases", "if", "infer", "decide"], required: false },
  ],
  fence: false,
  roots: () => [],
  result: (input, { bodies }) => {
    const results = Object.values(bodies);
    const partial = input["else"] === undefined && input["choose"] === undefined;
    return {
      type: "object",
      required: ["branch", "result"],
      additionalProperties: false,
      properties: {
        branch: { enum: [...branchNames(input), ...(partial ? [null] : [])] },
        ...verdictSchemas(input, gatesOf(input)),
        ...(input["choose"] !== undefined && {
          probabilities: { type: "object", additionalProperties: { type: "number" } },
        }),
        result: either(...results, ...(partial ? [{ type: "null" }] : [])),
      },
    };
  },
};

function gatesOf(input: JsonObject): (Json | undefined)[] {
  const cases = input["cases"];
  const each = Array.isArray(cases) ? (cases as readonly Json[]) : [];
  return [input["if"], ...each.map((one) => (isObject(one) ? one["if"] : undefined))];
}

/** What `branch` may be: `then`, `else`, the number of a case from 0, or the label of an option. */
function branchNames(input: JsonObject): Json[] {
  const names: Json[] = [];
  const cases = input["cases"];
  if (Array.isArray(cases)) names.push(...cases.map((_, index) => `cases.${index}`));
  if (input["then"] !== undefined) names.push("then");
  if (input["else"] !== undefined) names.push("else");
  const choose = input["choose"];
  const options = isObject(choose) ? choose["options"] : undefined;
  if (isObject(options)) names.push(...Object.keys(options));
  return names;
}
