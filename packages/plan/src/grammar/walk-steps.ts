import type { ControlStepGrammar } from "../control/control-step.ts";
import { controlSteps, laterControlKeys, laterControlSteps } from "../control/index.ts";
import type { Json, JsonObject } from "../json.ts";
import { stepIdPattern } from "../modifier/step-id-pattern.ts";
import {
  callKeys,
  laterStepKeys,
  requiredCallKeys,
  requiredStepKeys,
  reservedIds,
  stepKeys,
  toolNamePattern,
} from "../plan-keys.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { checkKeys } from "./check-keys.ts";
import { badValue, checkValue, inWords } from "./check-value.ts";
import type { Findings } from "./findings.ts";
import { isObject, kindOf } from "./is-object.ts";
import type { KeyTable } from "./key-rule.ts";

const idPattern = new RegExp(stepIdPattern);
// A name that is only too long is looked up like any other: the catalog has it in a short form, and suggests that.
const toolPattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Walks lists of steps and bodies, whatever their depth: keys, ids, names of tools, control steps, templates. */
export class StepWalk {
  readonly #findings: Findings;
  readonly #maximumSteps: number;
  /** Pointer of each id. */
  readonly #ids = new Map<string, string>();
  readonly #itemNames: { readonly name: string; readonly pointer: string }[] = [];
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
    for (const { name, pointer } of this.#itemNames) {
      const other = this.#ids.get(name);
      if (other === undefined) continue;
      this.#findings.add(
        "step/duplicate-id",
        `\`${name}\` is the id of a step: an item needs a name of its own.`,
        pointer,
        {
          related: [{ message: `the step \`${name}\``, pointer: other }],
        },
      );
    }
  }

  #step(step: JsonObject, pointer: string, parent: string | undefined): void {
    const id = step["id"];
    const name = typeof id === "string" ? id : "?";
    this.#findings.step = parent === undefined ? name : `${parent}/${name}`;
    this.#count(pointer);
    checkKeys(this.#findings, step, pointer, {
      name: "a step",
      keys: stepKeys,
      required: requiredStepKeys,
      later: laterStepKeys,
      elsewhere: (key) => inputKeyHint(key, step),
    });
    if (id !== undefined) this.#id(id, pointerTo(pointer, "id"));
    for (const [key, value] of Object.entries(step)) {
      if (key === "id" || key === "tool_name" || key === "input" || !Object.hasOwn(stepKeys, key)) continue;
      checkValue(this.#findings, key, value, stepKeys[key]!, pointerTo(pointer, key));
    }
    this.#call(step, pointer, this.#findings.step);
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
    if (tool !== undefined && !this.#toolName(tool, pointerTo(pointer, "tool_name"))) return;
    const control = typeof tool === "string" ? controlSteps.get(tool) : undefined;
    if (control !== undefined) this.#control(control, step, pointer, path);
    else if (input !== undefined) checkValue(this.#findings, "input", input, stepKeys["input"]!, at);
  }

  /** Says whether the input can be looked at. */
  #toolName(tool: Json, pointer: string): boolean {
    const findings = this.#findings;
    if (findings.refuseTag(tool, pointer, "The name of a tool")) return true;
    if (typeof tool !== "string") {
      badValue(findings, "tool_name", tool, "a text", pointer);
      return true;
    }
    if (laterControlSteps.has(tool)) {
      findings.add(
        "tool/unknown",
        `The control step \`${tool}\` is part of the plan language, but this version of graph does not have it yet. It has: ${[...controlSteps.keys()].join(", ")}.`,
        pointer,
      );
      findings.damaged.push(pointer.slice(0, pointer.lastIndexOf("/")));
      return false;
    }
    if (!toolPattern.test(tool)) {
      findings.add(
        "name/bad-name",
        `\`${tool.slice(0, 80)}\` cannot be the name of a tool: ${inWords(toolNamePattern)}`,
        pointer,
      );
      findings.damaged.push(pointer);
    }
    return true;
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
      later: laterControlKeys,
      elsewhere: (key) => stepKeyHint(key, grammar),
    });
    for (const keys of grammar.exclusive ?? []) this.#exclusive(input, keys, at);
    for (const [key, value] of Object.entries(input)) {
      if (!Object.hasOwn(grammar.keys, key)) continue;
      const rule = grammar.keys[key]!;
      const place = pointerTo(at, key);
      if (rule.kind === "body") this.#body(value, key, place, path);
      else checkValue(findings, key, value, rule, place);
      if (key === "as") this.#itemName(value, place);
    }
  }

  #exclusive(input: JsonObject, keys: readonly string[], pointer: string): void {
    const present = Object.keys(input).filter((key) => keys.includes(key));
    const [first, ...rest] = present;
    for (const key of rest) {
      this.#findings.add(
        "schema/keys-conflict",
        `\`${first}\` and \`${key}\` exclude each other: keep one.`,
        pointerTo(pointer, key),
        {
          key: true,
          related: [{ message: `\`${first}\` stands here`, pointer: pointerTo(pointer, first!), key: true }],
        },
      );
    }
  }

  #itemName(name: Json, pointer: string): void {
    if (typeof name !== "string" || name === "item" || name.includes("<<") || name.includes("{{")) return;
    if (reservedIds.has(name) || name.startsWith("__")) {
      this.#findings.add(
        "step/reserved-id",
        `An item cannot be called \`${name}\`: the name is reserved. Choose another one.`,
        pointer,
      );
    } else if (idPattern.test(name)) this.#itemNames.push({ name, pointer });
    else
      this.#findings.add(
        "step/bad-id",
        `\`${name.slice(0, 60)}\` cannot be the name of an item: ${inWords(stepIdPattern)}`,
        pointer,
      );
  }

  #body(body: Json, key: string, pointer: string, path: string): void {
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
    this.#findings.step = `${path}/@${key}`;
    this.#count(pointer);
    checkKeys(this.#findings, body, pointer, {
      name: "a body that is one call",
      keys: callKeys,
      required: requiredCallKeys,
      elsewhere: (other) => singleCallHint(other, stepKeys),
    });
    this.#call(body, pointer, `${path}/@${key}`);
    this.#findings.step = path;
  }
}

function singleCallHint(key: string, keys: KeyTable): string | undefined {
  if (!Object.hasOwn(keys, key) && !laterStepKeys.has(key)) return undefined;
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
