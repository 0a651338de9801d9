import type { Json, JsonObject } from "@graph/plan";
import type { Redactor } from "@graph/runner";
import { CallResult, type CallWarning, ToolError } from "@graph/tools";
import { cutText, visibleText, wellFormed } from "./visible-text.ts";

/** Deepest nesting of a value, and the longest error text, as the language has them. */
const deepest = 100;
const longestError = 8 * 1024;

/**
 * Makes a value of what `tools/call` answered: the structured content; else the text, parsed when all of it is a JSON object or list; else
 * `{text}`; several parts stay `{content: […]}`. Throws a `ToolError` when the tool reports a failure, with the server's words.
 */
export function readToolResult(
  answer: JsonObject,
  tool: {
    readonly name: string;
    readonly hasOutputSchema: boolean;
    readonly bytes?: number | undefined;
    /** For the words of a failure; a value is data. */
    readonly redactor?: Redactor;
  },
): CallResult {
  if (answer["isError"] === true) throw new ToolError(failureText(answer, tool.name, tool.redactor));
  const { value, structured } = valueOf(answer);
  checkDepth(value, tool.name);
  const warnings: CallWarning[] = [];
  if (tool.hasOutputSchema && !structured) {
    const message = `The tool \`${tool.name}\` declares the shape of its result and gave a plain text instead; the result is what came.`;
    warnings.push({ code: "tool/output-missing", message });
  }
  return new CallResult(withWellFormedTexts(value), warnings, tool.bytes);
}

function valueOf(answer: JsonObject): { value: Json; structured: boolean } {
  const structuredContent = answer["structuredContent"];
  const parts = contentOf(answer);
  // Servers written in languages with null send it for "none".
  if (structuredContent !== undefined && (structuredContent !== null || parts.length === 0))
    return { value: structuredContent, structured: true };
  const [part] = parts;
  const text = parts.length === 1 ? textOf(part) : undefined;
  if (text === undefined) return { value: { content: parts }, structured: false };
  const parsed = parseWhole(text);
  return parsed === undefined ? { value: { text }, structured: false } : { value: parsed, structured: true };
}

function contentOf(answer: JsonObject): readonly Json[] {
  const content = answer["content"];
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as readonly Json[]) : [content];
}

function textOf(part: Json | undefined): string | undefined {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null || Array.isArray(part)) return undefined;
  const { type, text } = part as JsonObject;
  return type === "text" && typeof text === "string" ? text : undefined;
}

function parseWhole(text: string): Json | undefined {
  // A cheap look before an expensive parse: only objects and lists count.
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function failureText(answer: JsonObject, tool: string, redactor?: Redactor): string {
  const texts = contentOf(answer)
    .map(textOf)
    .filter((text) => text !== undefined && text.trim() !== "");
  const structured = answer["structuredContent"];
  let words = texts.join("\n");
  if (words === "" && structured !== undefined && structured !== null) {
    checkDepth(structured, tool);
    words = JSON.stringify(structured);
  }
  if (words === "") return `The tool \`${tool}\` failed and gave no reason.`;
  const safe = redactor?.cutText(words) ?? words;
  return cutText(visibleText(safe.slice(0, longestError * 2)), longestError);
}

/** Throws when a value is nested too deep. Goes level by level: recursion over a hostile answer would end the process. */
function checkDepth(value: Json, tool: string): void {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Json[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      if (depth >= deepest) {
        const message = `The result of \`${tool}\` is nested more than ${deepest} levels deep.`;
        throw new ToolError(message, { code: "limit/output-depth", class: "limit" });
      }
      for (const child of Array.isArray(item) ? (item as readonly Json[]) : Object.values(item)) {
        if (typeof child === "object" && child !== null) next.push(child);
      }
    }
    level = next;
  }
}

/** The same value when all its texts are well-formed, which is nearly always. Its depth is known to be bounded. */
function withWellFormedTexts(value: Json): Json {
  if (typeof value === "string") return wellFormed(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map(withWellFormedTexts);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed = false;
  const members = Object.entries(value).map(([key, member]): [string, Json] => {
    const name = wellFormed(key);
    const whole = withWellFormedTexts(member);
    changed ||= name !== key || whole !== member;
    return [name, whole];
  });
  return changed ? Object.fromEntries(members) : value;
}
