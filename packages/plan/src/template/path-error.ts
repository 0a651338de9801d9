import type { Json } from "../json.ts";
import { kindOf } from "./kind-of.ts";
import { nearestNames } from "../nearest-names.ts";
import { pathText } from "./path-text.ts";
import type { PathExpression } from "./template.ts";
import { TemplateError } from "./template-error.ts";

const listedKeys = 20;
const carriedKeys = 100;
const advice = "Give a fallback with `default`, or test it with `exists`.";

/** Why the segment at `position` of a path cannot be read from `value`, which the segments before it have led to. */
export function pathError(path: PathExpression, position: number, value: Json | undefined): TemplateError {
  const before = `\`${pathText(path, position)}\``;
  const segment = path.segments[position] ?? "";
  if (value === null) {
    return new TemplateError(
      "ref/empty-data",
      "empty_data",
      `${before} is null, so \`${pathText(path, position + 1)}\` has no value. ${advice}`,
    );
  }
  if (Array.isArray(value)) {
    if (typeof segment === "number") {
      return new TemplateError(
        "ref/empty-data",
        "empty_data",
        `${before} has ${count(value.length, "item")}, so there is no item ${segment}${value.length === 0 ? "" : `: the last one is ${value.length - 1}`}. ${advice}`,
      );
    }
    return new TemplateError(
      "ref/no-such-field",
      "bad_path",
      `${before} is a list and has no field \`${segment}\`. Read an item (\`${pathText(path, position)}[0]\`), its \`length\`, or a field of every item with \`pluck\`.`,
      { expected: ["length"] },
    );
  }
  if (typeof value === "object") {
    return noSuchField(before, String(segment), Object.keys(value));
  }
  const isText = typeof value === "string";
  return new TemplateError(
    "ref/no-such-field",
    "bad_path",
    `${before} is ${kindOf(value)} and has no field \`${segment}\`.${isText ? " Only its `length` can be read; for text that holds JSON use `parse_json`." : ""}`,
    { expected: isText ? ["length"] : [] },
  );
}

/** The error of a name that an object does not have. */
export function noSuchField(owner: string, name: string, keys: readonly string[]): TemplateError {
  const close = nearestNames(name, keys.slice(0, 1000));
  const listed = keys.slice(0, listedKeys).map((key) => `\`${key}\``);
  const more = keys.length > listedKeys ? ` and ${keys.length - listedKeys} more` : "";
  return new TemplateError(
    "ref/no-such-field",
    "bad_path",
    `${owner} has no field \`${name}\`. ${keys.length === 0 ? "It is an empty object." : `It has ${listed.join(", ")}${more}.`}${close.length > 0 ? ` Did you mean \`${close[0]}\`?` : ""}`,
    { expected: keys.slice(0, carriedKeys) },
  );
}

function count(amount: number, noun: string): string {
  return amount === 0 ? `no ${noun}s` : `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
