import { nearestNames, pointerTo, type Diagnostic, type Json, type JsonObject } from "@graph/host";
import { UsageError } from "../usage-error.ts";
import { jsonFault } from "./json-fault.ts";
import { exactRange, expectedInstead, inexactNumber } from "./exact-numbers.ts";
import { typedText } from "./typed-text.ts";

/** Where texts that `--input` names come from. Both reject with an error whose message names the file. */
export interface InputSources {
  file(path: string): Promise<string>;
  standardInput(): Promise<string>;
}

/** The input that the options give together, and what of it cannot be read by the schema. */
export interface ReadInput {
  readonly input: JsonObject;
  readonly problems: readonly Diagnostic[];
}

/** Puts the values of `--input` together; a later one wins. Throws a `UsageError` for what is no input at all. */
export async function readInput(
  values: readonly string[],
  schema: JsonObject | undefined,
  sources: InputSources,
): Promise<ReadInput> {
  const input = new Map<string, Json>();
  const problems: Diagnostic[] = [];
  for (const value of values) {
    const document = await documentOf(value, sources);
    if (document !== undefined) {
      if (document.inexact !== undefined) problems.push(inexact(document.inexact));
      for (const [key, item] of Object.entries(document.value)) input.set(key, item);
      continue;
    }
    const equals = value.indexOf("=");
    if (equals < 1) {
      throw new UsageError(`\`--input ${value}\` is neither name=value, nor a JSON object, nor @file, nor -.`);
    }
    const name = value.slice(0, equals);
    const text = value.slice(equals + 1);
    const problem = unknownName(name, schema);
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    const typed = typedText(text, propertyOf(name, schema), schema);
    if ("value" in typed) input.set(name, typed.value);
    else {
      problems.push({
        code: "input/invalid",
        severity: "error",
        message: `The input \`${name}\` has to be ${typed.expected}; ${JSON.stringify(text)} is not.`,
        at: pointerTo("", name),
        expected: [typed.expected],
      });
    }
  }
  return { input: Object.fromEntries(input), problems };
}

interface Document {
  readonly value: JsonObject;
  /** A number in it that JavaScript would change. */
  readonly inexact: string | undefined;
}

function inexact(number: string): Diagnostic {
  const shown = number.length > 40 ? `${number.slice(0, 39)}…` : number;
  const expected = expectedInstead(number);
  const fault = expected === exactRange ? "would lose digits" : "is too large";
  const message = `The number ${shown} ${fault}: it has to be ${expected}. Where a text is allowed, write it in quotes.`;
  return { code: "input/invalid", severity: "error", message, expected: [expected] };
}

async function documentOf(value: string, sources: InputSources): Promise<Document | undefined> {
  if (value === "-") return parseDocument(await sources.standardInput(), "standard input");
  if (value.startsWith("@")) return parseDocument(await sources.file(value.slice(1)), value.slice(1));
  return value.trimStart().startsWith("{") ? parseDocument(value, "the value of --input") : undefined;
}

function parseDocument(text: string, name: string): Document {
  let value: unknown;
  // Some editors and shells put a byte order mark before a text.
  const json = text.replace(/^\uFEFF/u, "");
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`What ${name} holds is not JSON: ${faultIn(json)}. It has to be one JSON object.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`What ${name} holds is JSON, but not an object such as {"name": "value"}.`);
  }
  return { value: value as JsonObject, inexact: inexactNumber(json) };
}

function faultIn(json: string): string {
  const offset = jsonFault(json);
  if (offset >= json.length) return json.trim() === "" ? "it is empty" : "it ends too soon";
  const before = json.slice(0, offset).split("\n");
  const [character = ""] = json.slice(offset);
  const place = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
  return `it cannot go on with ${JSON.stringify(character)} at ${place}`;
}

/** A name that the schema does not declare is most likely misspelt, and a plan would silently go on with its default. */
function unknownName(name: string, schema: JsonObject | undefined): Diagnostic | undefined {
  const properties = schema?.["properties"];
  if (schema === undefined || !isObject(properties) || Object.hasOwn(properties, name)) return undefined;
  if (schema["patternProperties"] !== undefined) return undefined;
  if (schema["additionalProperties"] !== undefined && schema["additionalProperties"] !== false) return undefined;
  const names = Object.keys(properties);
  const nearest = nearestNames(name, names);
  const hint =
    nearest.length > 0
      ? `Did you mean ${nearest.map((one) => `\`${one}\``).join(" or ")}?`
      : `There are ${names.join(", ")}.`;
  return {
    code: "input/unknown-property",
    severity: "error",
    message: `There is no input \`${name}\`. ${hint}`,
    at: pointerTo("", name),
    expected: names,
  };
}

function propertyOf(name: string, schema: JsonObject | undefined): JsonObject | undefined {
  const properties = schema?.["properties"];
  const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(property) ? property : undefined;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
