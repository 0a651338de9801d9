import type { Json } from "../../json.ts";
import { checkProduced, compactText } from "../compact-text.ts";
import { TemplateError } from "../template-error.ts";
import { defineHelper, type Helper } from "./helper.ts";
import { itemsOf } from "./shapes.ts";

/** Helpers on whole lists (some on text and objects too). */
export const listHelpers: readonly Helper[] = [
  defineHelper({
    name: "length",
    description: "Number of items of a list, keys of an object, UTF-16 units of a text.",
    parameters: [{ name: "value", types: ["array", "string", "object"] }],
    result: () => ({ type: "integer", minimum: 0 }),
    run: ([value]) =>
      typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(value as object).length,
  }),
  defineHelper({
    name: "first",
    description: "The first item of a list; missing when the list is empty.",
    parameters: [{ name: "list", types: ["array"] }],
    result: ([list]) => itemsOf(list),
    run: ([list]) => itemAt("first", list as readonly Json[], 0),
  }),
  defineHelper({
    name: "last",
    description: "The last item of a list; missing when the list is empty.",
    parameters: [{ name: "list", types: ["array"] }],
    result: ([list]) => itemsOf(list),
    run: ([list]) => itemAt("last", list as readonly Json[], -1),
  }),
  defineHelper({
    name: "slice",
    description: "A part of a list or a text, from `start` up to before `end`; negative numbers count from the end.",
    parameters: [
      { name: "value", types: ["array", "string"] },
      { name: "start", types: ["integer"] },
      { name: "end", types: ["integer"], optional: true },
    ],
    result: ([value]) => value ?? {},
    run: ([value, start, end]) => slice(value as string | readonly Json[], start as number, end as number | undefined),
  }),
  defineHelper({
    name: "join",
    description: "One text from the items of a list, with a separator between them (`, ` when none is given).",
    parameters: [
      { name: "list", types: ["array"] },
      { name: "separator", types: ["string"], optional: true },
    ],
    result: () => ({ type: "string" }),
    run: ([list, separator = ", "]) => join(list as readonly Json[], separator as string),
  }),
  defineHelper({
    name: "keys",
    description: "The keys of an object, in their order.",
    parameters: [{ name: "object", types: ["object"] }],
    result: () => ({ type: "array", items: { type: "string" } }),
    run: ([object]) => Object.keys(object as object),
  }),
];

function itemAt(helper: string, list: readonly Json[], index: number): Json {
  const item = list.at(index);
  if (item === undefined) {
    throw new TemplateError(
      "ref/empty-data",
      "empty_data",
      `\`${helper}\` got an empty list. Give a fallback: \`default (${helper} …) …\`.`,
    );
  }
  return item;
}

function join(list: readonly Json[], separator: string): string {
  let characters = 0;
  const parts: string[] = [];
  for (const item of list) {
    const part = compactText(item);
    characters += part.length + separator.length;
    checkProduced(characters - separator.length);
    parts.push(part);
  }
  return parts.join(separator);
}

/** A text can be cut in the middle of a character, and half of one cannot be written anywhere. */
function slice(value: string | readonly Json[], start: number, end: number | undefined): Json {
  return typeof value === "string" ? value.slice(start, end).toWellFormed() : value.slice(start, end);
}
