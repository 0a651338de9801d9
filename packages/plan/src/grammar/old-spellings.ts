import { controlSteps } from "../control/index.ts";
import type { Json, JsonObject } from "../json.ts";
import { callKeys, planKeys, stepKeys } from "../plan-keys.ts";
import { pointerKeys, pointerTo } from "../source/json-pointer.ts";
import { isObject } from "./is-object.ts";
import type { KeyRule, KeyTable } from "./key-rule.ts";

/** One key that stands in the file under another name than in `data`. */
interface Renaming {
  /** Pointer into `data`. */
  readonly pointer: string;
  /** Pointer as the file says it. */
  readonly written: string;
  readonly oldKey: string;
  readonly newKey: string;
  /** `reasoning` is another word for `description`, no old one. */
  readonly noted: boolean;
}

export interface CurrentSpelling {
  readonly data: JsonObject;
  readonly renamings: readonly Renaming[];
  /** Keys that stand there in both spellings; the later one is left out of `data`. */
  readonly conflicts: readonly { readonly written: string; readonly first: string }[];
  /** Where a value of `data` stands under another name, as keys from the root of the file. */
  readonly renames: ReadonlyMap<string, readonly string[]>;
}

/** Brings accepted old spellings to the current ones: `toolName`, `reasoning`, `finish: {output}`. Shares whatever did not change. */
export function toCurrentSpelling(plan: JsonObject): CurrentSpelling {
  const renamings: Renaming[] = [];
  const conflicts: { written: string; first: string }[] = [];
  const finished = withoutFinish(plan);
  const data = table(finished, planKeys, "", "");
  const renames = new Map(renamings.map(({ pointer, written }) => [pointer, pointerKeys(written)]));
  return { data, renamings, conflicts, renames };

  function withoutFinish(value: JsonObject): JsonObject {
    const finish = value["finish"];
    if (!isObject(finish) || !Object.hasOwn(finish, "output") || Object.keys(finish).length > 1) return value;
    if (Object.hasOwn(value, "output")) {
      const later = Object.keys(value).indexOf("output") > Object.keys(value).indexOf("finish");
      conflicts.push(later ? { written: "/output", first: "/finish" } : { written: "/finish", first: "/output" });
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "finish"));
    }
    renamings.push({
      pointer: "/output",
      written: "/finish/output",
      oldKey: "finish.output",
      newKey: "output",
      noted: true,
    });
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => (key === "finish" ? ["output", finish["output"]!] : [key, item])),
    );
  }

  function table(value: JsonObject, keys: KeyTable, pointer: string, written: string): JsonObject {
    let changed: [string, Json][] | undefined;
    const entries = Object.entries(value);
    for (let index = 0; index < entries.length; index++) {
      const [key, item] = entries[index]!;
      const name = currentName(key, keys);
      const at = pointerTo(pointer, name);
      const writtenAt = name === "output" && renamings.some((one) => one.pointer === at) ? at : pointerTo(written, key);
      if (name !== key) {
        changed ??= entries.slice(0, index);
        if (Object.hasOwn(value, name) || changed.some(([other]) => other === name)) {
          const other = entries.findIndex(([candidate]) => candidate !== key && currentName(candidate, keys) === name);
          const otherAt = pointerTo(written, entries[other]![0]);
          conflicts.push(
            other > index ? { written: otherAt, first: writtenAt } : { written: writtenAt, first: otherAt },
          );
          continue;
        }
        renamings.push({ pointer: at, written: writtenAt, oldKey: key, newKey: name, noted: key !== "reasoning" });
      }
      const rule = Object.hasOwn(keys, name) ? keys[name] : undefined;
      const current = rule === undefined ? item : inside(item, rule, value, at, writtenAt);
      if (current !== item) changed ??= entries.slice(0, index);
      changed?.push([name, current]);
    }
    return changed === undefined ? value : Object.fromEntries(changed);
  }

  function inside(value: Json, rule: KeyRule, parent: JsonObject, pointer: string, written: string): Json {
    if (rule.kind === "steps" || rule.kind === "body") return body(value, pointer, written);
    if (!isObject(value)) return value;
    if (rule.kind === "map") return table(value, rule.keys ?? {}, pointer, written);
    if (rule.kind === "template-map") {
      const tool = parent["tool_name"] ?? parent["toolName"];
      const control = typeof tool === "string" ? controlSteps.get(tool) : undefined;
      if (control !== undefined) return table(value, control.keys, pointer, written);
    }
    return value;
  }

  function body(value: Json, pointer: string, written: string): Json {
    if (isObject(value)) return table(value, callKeys, pointer, written);
    if (!Array.isArray(value)) return value;
    let changed = false;
    const steps = (value as readonly Json[]).map((step, index) => {
      if (!isObject(step)) return step;
      const current = table(step, stepKeys, pointerTo(pointer, index), pointerTo(written, index));
      changed ||= current !== step;
      return current;
    });
    return changed ? steps : value;
  }
}

function currentName(key: string, keys: KeyTable): string {
  if (Object.hasOwn(keys, key)) return key;
  if (key === "reasoning" && keys === stepKeys) return "description";
  if (!/[A-Z]/.test(key)) return key;
  const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(keys, name) ? name : key;
}
