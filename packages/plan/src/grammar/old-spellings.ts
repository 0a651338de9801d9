import { controlSteps } from "../control/index.ts";
import type { Json, JsonObject } from "../json.ts";
import { callKeys, planKeys, stepKeys } from "../plan-keys.ts";
import { pointerKeys, pointerTo } from "../source/json-pointer.ts";
import { gateKeys } from "./gate-keys.ts";
import { isObject } from "./is-object.ts";
import type { KeyRule, KeyTable } from "./key-rule.ts";

/** One key, or one name of a control step, that the file has in another spelling than `data`. */
interface Renaming {
  /** Pointer into `data`. */
  readonly pointer: string;
  /** Pointer as the file says it. */
  readonly written: string;
  readonly oldKey: string;
  readonly newKey: string;
  /** `reasoning` is another word for `description`, no old one. */
  readonly noted: boolean;
  /** It is the value under the key that has another name now. */
  readonly isValue?: boolean;
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
    const [form, ...more] = isObject(finish) ? Object.keys(finish) : [];
    if (!isObject(finish) || (form !== "output" && form !== "solver") || more.length > 0) return value;
    if (Object.hasOwn(value, form)) {
      const later = Object.keys(value).indexOf(form) > Object.keys(value).indexOf("finish");
      const [written, first] = later ? [`/${form}`, "/finish"] : ["/finish", `/${form}`];
      conflicts.push({ written, first });
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "finish"));
    }
    renamings.push({
      pointer: `/${form}`,
      written: `/finish/${form}`,
      oldKey: `finish.${form}`,
      newKey: form,
      noted: true,
    });
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => (key === "finish" ? [form, finish[form]!] : [key, item])),
    );
  }

  /** Where the finish of a plan is written, when that is under `finish`. */
  function finishAt(pointer: string): string | undefined {
    return renamings.find((one) => one.pointer === pointer && one.written.startsWith("/finish/"))?.written;
  }

  function table(value: JsonObject, keys: KeyTable, pointer: string, written: string): JsonObject {
    let changed: [string, Json][] | undefined;
    const entries = Object.entries(value);
    for (let index = 0; index < entries.length; index++) {
      const [key, item] = entries[index]!;
      const name = currentName(key, keys);
      const at = pointerTo(pointer, name);
      const writtenAt = (pointer === "" ? finishAt(at) : undefined) ?? pointerTo(written, key);
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
    const of = rule.kind === "list" ? rule.of! : rule.kind === "gate" ? rule : undefined;
    if (of !== undefined && Array.isArray(value)) {
      return sameWhenUnchanged(value as readonly Json[], (item, index) =>
        inside(item, of, parent, pointerTo(pointer, index), pointerTo(written, index)),
      );
    }
    if (!isObject(value)) return value;
    if (rule.kind === "map") return table(value, rule.keys ?? {}, pointer, written);
    if (rule.kind === "gate") return table(value, gateKeys, pointer, written);
    if (rule.kind === "named") {
      const names = Object.keys(value);
      const items = sameWhenUnchanged(Object.values(value), (item, index) => {
        const name = names[index]!;
        return inside(item, rule.of!, parent, pointerTo(pointer, name), pointerTo(written, name));
      });
      const unchanged = names.every((name, index) => items[index] === value[name]);
      return unchanged ? value : Object.fromEntries(names.map((name, index) => [name, items[index]!]));
    }
    if (rule.kind === "template-map") {
      const tool = parent["tool_name"] ?? parent["toolName"];
      const control = typeof tool === "string" ? controlSteps.get(currentTool(tool)) : undefined;
      if (control !== undefined) return table(value, control.keys, pointer, written);
    }
    return value;
  }

  function body(value: Json, pointer: string, written: string): Json {
    if (isObject(value)) return call(table(value, callKeys, pointer, written), value, pointer, written);
    if (!Array.isArray(value)) return value;
    return sameWhenUnchanged(value as readonly Json[], (step, index) => {
      if (!isObject(step)) return step;
      const [at, writtenAt] = [pointerTo(pointer, index), pointerTo(written, index)];
      return call(table(step, stepKeys, at, writtenAt), step, at, writtenAt);
    });
  }

  /** The control step `decide` is called `route` now. */
  function call(step: JsonObject, original: JsonObject, pointer: string, written: string): JsonObject {
    const tool = step["tool_name"];
    if (typeof tool !== "string" || currentTool(tool) === tool) return step;
    renamings.push({
      pointer: pointerTo(pointer, "tool_name"),
      written: pointerTo(written, Object.hasOwn(original, "tool_name") ? "tool_name" : "toolName"),
      oldKey: tool,
      newKey: currentTool(tool),
      noted: true,
      isValue: true,
    });
    return Object.fromEntries(
      Object.entries(step).map(([key, item]) => (key === "tool_name" ? [key, currentTool(tool)] : [key, item])),
    );
  }
}

function currentTool(tool: string): string {
  return tool === "decide" ? "route" : tool;
}

/** The list itself when nothing in it changed. */
function sameWhenUnchanged(list: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

function currentName(key: string, keys: KeyTable): string {
  if (Object.hasOwn(keys, key)) return key;
  if (key === "reasoning" && keys === stepKeys) return "description";
  if (!/[A-Z]/.test(key)) return key;
  const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(keys, name) ? name : key;
}
