import type { ControlStepGrammar } from "../control/control-step.ts";
import { controlSteps } from "../control/index.ts";
import type { Json, JsonObject } from "../json.ts";
import { stepIdPattern } from "../modifier/step-id-pattern.ts";
import { callKeys, requiredCallKeys, requiredStepKeys, reservedIds, stepKeys, toolNamePattern } from "../plan-keys.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { checkAnswerSchema } from "./check-answer-schema.ts";
import { checkCompany } from "./check-company.ts";
import { checkKeys } from "./check-keys.ts";
import { badValue, inWords } from "./check-literals.ts";
import { checkValue } from "./check-value.ts";
import type { Findings } from "./findings.ts";
import { isObject, kindOf } from "./is-object.ts";
import { bodyPlaces } from "./key-places.ts";
import { refuseTags } from "./refuse-tags.ts";
import type { KeyRule, KeyTable } from "./key-rule.ts";

const idPattern = new RegExp(stepIdPattern);
// A name that is only too long is looked up like any other: the catalog has it in a short form, and suggests that.
const toolPattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Walks lists of steps and bodies, whatever their depth: keys, ids, names of tools, control steps, templates. */
export class StepWalk {
  readonly #findings: Findings;
  readonly #maximumSteps: number;
  /** Pointer of each id. */
  readonly #ids = new Map<string, string>();
  readonly #itemNames: { readonly name: string; readonly pointer: string; readonly step: string | undefined }[] = [];
  #steps = 0;

  constructor(findings: Findings, maximumSteps: number) {
    this.#findings = findings;
    this.#maximumSteps = maximumSteps;
  }

  list(steps: readonly Json[], pointer: string, parent: string | undefined): void {
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index]!;
      const at = pointerTo(pointer, index);
      if (isObject(step)) this.#step(step, at, parent);
      else badValue(this.#findings, "steps", step, "a list of maps, one a step", at);
    }
    this.#findings.step = parent;
  }

  /** What can only be said when all ids are known. */
  finish(): void {
    for (const { name, pointer, step } of this.#itemNames) {
      const other = this.#ids.get(name);
      if (other === undefined) continue;
      this.#findings.add(
        "step/duplicate-id",
        `\`${name}\` is the id of a step: an item needs a name of its own.`,
        pointer,
        {
          related: [{ message: `the step \`${name}\``, pointer: other }],
          ...(step !== undefined && { step }),
        },
      );
    }
  }

  #step(step: JsonObject, pointer: string, parent: string | undefined): void {
    const id = step["id"];
    const name = typeof id === "string" ? id : "?";
    const path = parent === undefined ? name : `${parent}/${name}`;
    this.#findings.step = path;
    this.#count(pointer);
    checkKeys(this.#findings, step, pointer, {
      name: "a step",
      keys: stepKeys,
      required: requiredStepKeys,
      elsewhere: (key) => inputKeyHint(key, step),
    });
    if (id !== undefined) this.#id(id, pointerTo(pointer, "id"));
    for (const [key, value] of Object.entries(step)) {
      if (key === "id" || key === "tool_name" || key === "input" || !Object.hasOwn(stepKeys, key)) continue;
      this.#value(key, value, stepKeys[key]!, pointerTo(pointer, key), path);
    }
    this.#call(step, pointer, path);
  }

  /** A value, and the bodies in it. */
  #value(key: string, value: Json, rule: KeyRule, pointer: string, path: string): void {
    checkValue(this.#findings, key, value, rule, pointer);
    for (const body of bodyPlaces({ [key]: rule }, { [key]: value }, pointer.slice(0, pointer.lastIndexOf("/")))) {
      this.body(body.value, body.keys.at(-1) ?? key, body.pointer, path, body.id);
    }
  }

  #count(pointer: string): void {
    this.#steps++;
    if (this.#steps !== this.#maximumSteps + 1) return;
    this.#findings.add(
      "limit/plan-steps",
      `This plan has more than ${this.#maximumSteps} steps. Split it into plans that call each other, or raise \`limits.max_plan_steps\`.`,
      pointer,
    );
  }

  #id(id: Json, pointer: string): void {
    if (this.#findings.refuseTag(id, pointer, "An id")) return;
    if (typeof id !== "string") {
      badValue(this.#findings, "id", id, "a text", pointer);
      return;
    }
    if (id.startsWith("__") || reservedIds.has(id)) {
      const why = id.startsWith("__") ? "ids that begin with `__` are" : `\`${id}\` is`;
      this.#findings.add("step/reserved-id", `This id cannot be used: ${why} reserved. Choose another one.`, pointer);
    } else if (!idPattern.test(id)) {
      this.#findings.add("step/bad-id", `\`${id.slice(0, 60)}\` cannot be an id: ${inWords(stepIdPattern)}`, pointer);
      return;
    }
    const first = this.#ids.get(id);
    if (first === undefined) {
      this.#ids.set(id, pointer);
      return;
    }
    this.#findings.add(
      "step/duplicate-id",
      `The id \`${id}\` is used twice; ids are unique in the whole plan, bodies included.`,
      pointer,
      {
        related: [{ message: "it is used here first", pointer: first }],
      },
    );
  }

  /** `tool_name` and `input`: of a step, or of a body that is one call. */
  #call(step: JsonObject, pointer: string, path: string): void {
    const tool = step["tool_name"];
    const input = step["input"];
    const at = pointerTo(pointer, "input");
    if (tool !== undefined) this.#toolName(tool, pointerTo(pointer, "tool_name"));
    const control = typeof tool === "string" ? controlSteps.get(tool) : undefined;
    if (control !== undefined) this.#control(control, step, pointer, path);
    else if (input !== undefined) checkValue(this.#findings, "input", input, stepKeys["input"]!, at);
  }

  #toolName(tool: Json, pointer: string): void {
    const findings = this.#findings;
    if (findings.refuseTag(tool, pointer, "The name of a tool")) return;
    if (typeof tool !== "string") badValue(findings, "tool_name", tool, "a text", pointer);
    else if (!toolPattern.test(tool)) {
      const shown = tool.slice(0, 80);
      const message = `\`${shown}\` cannot be the name of a tool: ${inWords(toolNamePattern)}`;
      findings.add("name/bad-name", message, pointer);
      findings.damaged.push(pointer);
    }
  }

  #control(grammar: ControlStepGrammar, step: JsonObject, pointer: string, path: string): void {
    const findings = this.#findings;
    const at = pointerTo(pointer, "input");
    const input = step["input"] ?? {};
    if (!isObject(input)) {
      badValue(findings, "input", input, `a map with the keys of \`${grammar.name}\``, at);
      return;
    }
    checkKeys(findings, input, at, {
      name: `the input of \`${grammar.name}\``,
      keys: grammar.keys,
      required: grammar.required,
      ...(grammar.oneOf !== undefined && { oneOf: grammar.oneOf }),
      aliases: gateAliases(grammar),
      elsewhere: (key) => stepKeyHint(key, grammar),
    });
    checkCompany(findings, grammar, input, at);
    for (const [key, value] of Object.entries(input)) {
      if (!Object.hasOwn(grammar.keys, key)) continue;
      const place = pointerTo(at, key);
      const rule = grammar.keys[key]!;
      if (rule.kind === "schema" && this.#hasTags(key, value, place)) continue;
      this.#value(key, value, rule, place, path);
      if (key === "as") this.#itemName(value, place);
      if (grammar.name === "ask" && key === "output_schema" && isObject(value))
        checkAnswerSchema(findings, value, place);
    }
  }

  /** A schema that people or a model are shown: a tag in it would be shown to them as it stands. */
  #hasTags(key: string, schema: Json, pointer: string): boolean {
    const reason = "later steps are checked against it before anything runs";
    if (!refuseTags(this.#findings, schema, pointer, `\`${key}\``, reason)) return false;
    this.#findings.damaged.push(pointer);
    return true;
  }

  #itemName(name: Json, pointer: string): void {
    if (typeof name !== "string" || name === "item" || /<<.+>>|\{\{.+\}\}/.test(name)) return;
    if (reservedIds.has(name) || name.startsWith("__")) {
      this.#findings.add(
        "step/reserved-id",
        `An item cannot be called \`${name}\`: the name is reserved. Choose another one.`,
        pointer,
      );
    } else if (idPattern.test(name)) this.#itemNames.push({ name, pointer, step: this.#findings.step });
    else
      this.#findings.add(
        "step/bad-id",
        `\`${name.slice(0, 60)}\` cannot be the name of an item: ${inWords(stepIdPattern)}`,
        pointer,
      );
  }

  /** A body: of a step at `path`, or of the plan itself. */
  body(body: Json, key: string, pointer: string, path: string | undefined, id: string = `@${key}`): void {
    if (Array.isArray(body)) {
      this.list(body as readonly Json[], pointer, path);
      return;
    }
    if (!isObject(body)) {
      this.#findings.add(
        "schema/bad-value",
        `\`${key}\` must be one call (\`tool_name\`, \`input\`) or a list of steps, not ${kindOf(body)}.`,
        pointer,
      );
      return;
    }
    const inner = path === undefined ? id : `${path}/${id}`;
    this.#findings.step = inner;
    this.#count(pointer);
    checkKeys(this.#findings, body, pointer, {
      name: "a body that is one call",
      keys: callKeys,
      required: requiredCallKeys,
      elsewhere: (other) => singleCallHint(other, stepKeys),
    });
    this.#call(body, pointer, inner);
    this.#findings.step = path;
  }
}

const gateNames: readonly string[] = ["if", "when", "where"];

/** Each control step has its own word for its gate, and the others are easily taken for it. */
function gateAliases({ keys }: ControlStepGrammar): ReadonlyMap<string, string> {
  const own = gateNames.find((name) => Object.hasOwn(keys, name));
  return new Map(own === undefined ? [] : gateNames.filter((name) => name !== own).map((name) => [name, own]));
}

function singleCallHint(key: string, keys: KeyTable): string | undefined {
  if (!Object.hasOwn(keys, key)) return undefined;
  return `A body that is one call has only \`tool_name\` and \`input\`. For \`${key}\` write a list with one step, which has an \`id\` too.`;
}

function inputKeyHint(key: string, step: JsonObject): string | undefined {
  const tool = step["tool_name"];
  const control = typeof tool === "string" ? controlSteps.get(tool) : undefined;
  return control !== undefined && Object.hasOwn(control.keys, key)
    ? `\`${key}\` of \`${control.name}\` belongs under \`input\`.`
    : undefined;
}

function stepKeyHint(key: string, grammar: ControlStepGrammar): string | undefined {
  return Object.hasOwn(stepKeys, key)
    ? `\`${key}\` belongs beside \`input\`, not into the input of \`${grammar.name}\`.`
    : undefined;
}
