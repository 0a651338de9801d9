import type { Diagnostic } from "../diagnostic.ts";
import { isObject } from "../grammar/is-object.ts";
import type { Json } from "../json.ts";
import { readShape } from "../shape/read-shape.ts";
import { selfContained } from "../shape/self-contained.ts";
import { possibleTypes } from "../shape/types.ts";
import { pointerKeys, pointerTo } from "../source/json-pointer.ts";
import type { CheckContext } from "./check-context.ts";
import { inputSchemaOf } from "./consumer.ts";
import { valueAt } from "./input-places.ts";
import { own, type StepNode } from "./plan-tree.ts";
import { stepAt } from "./reads.ts";

/** What a place has to do with booleans: it wants one, it may have one, nobody knows, or it never has one. */
type Wish = "wants" | "permits" | "unknown" | "never";

/**
 * Leaves out the warnings about words such as `yes` where no boolean could be meant: in texts, in names, and in arguments that take none.
 * `y` and `n` are only taken for booleans where one is wanted.
 */
export function withoutPlainWords(diagnostics: readonly Diagnostic[], context: CheckContext): readonly Diagnostic[] {
  return diagnostics.filter(({ code, path = "" }) => {
    if (code !== "yaml/yes-no") return true;
    const wish = wishAt(path, context);
    const word = valueAt(context.plan.data, path);
    return typeof word === "string" && word.length === 1 ? wish === "wants" : wish !== "never";
  });
}

function wishAt(pointer: string, context: CheckContext): Wish {
  const step = stepAt(pointer, context.tree);
  if (step !== undefined) return wishOfStep(step, pointer, context);
  const [section = "", ...path] = pointerKeys(pointer);
  if (section === "output") {
    const schema = own(context.plan.data, "output_schema");
    return isObject(schema) ? wishOf(readShape(selfContained(schema), path)) : "unknown";
  }
  // The older place of `output`, under which the text was read.
  if (section === "finish") return "unknown";
  return section === "input_schema" || section === "output_schema" ? wishInSchema(pointer, context) : "never";
}

function wishOfStep(step: StepNode, pointer: string, context: CheckContext): Wish {
  const [section = "", ...path] = pointerKeys(pointer.slice(step.pointer.length));
  if (section === "if") return path.length === 0 ? "wants" : "unknown";
  if (section === "output_schema") return wishInSchema(pointer, context);
  if (section !== "input") return "never";
  if (step.control === undefined) {
    const schema = inputSchemaOf(step, context);
    return schema === undefined ? "unknown" : wishOf(readShape(selfContained(schema), path));
  }
  const [key = "", ...rest] = path;
  const grammar = Object.hasOwn(step.control.keys, key) ? step.control.keys[key] : undefined;
  if (grammar?.kind === "gate") return rest.length === 0 ? "wants" : "unknown";
  return grammar?.kind === "template" && grammar.forPeople !== true ? "unknown" : "never";
}

function wishOf(read: ReturnType<typeof readShape>): Wish {
  if (read.impossible !== undefined) return "never";
  const types = possibleTypes(read.shape);
  if (types === undefined) return "unknown";
  if (!types.has("boolean")) return "never";
  return types.has("string") ? "permits" : "wants";
}

/** A value that a schema names, by the type that stands beside it. */
function wishInSchema(pointer: string, context: CheckContext): Wish {
  const keys = pointerKeys(pointer);
  const isListed = /^\d+$/u.test(keys.at(-1) ?? "");
  const keyword = keys.at(isListed ? -2 : -1) ?? "";
  if (!(isListed ? ["enum", "examples"] : ["default", "const"]).includes(keyword)) return "never";
  const parent = keys.slice(0, isListed ? -2 : -1).reduce((at, key) => pointerTo(at, key), "");
  const schema: Json | undefined = valueAt(context.plan.data, parent);
  const type = isObject(schema) ? own(schema, "type") : undefined;
  return type === undefined ? "unknown" : wishOf({ shape: { type } });
}
