import type { ScriptedTool } from "./script.ts";
import type { DeepMarker } from "./wire.ts";

/** What a call leads to: a result, a result after a time, no answer, or the end of the process. */
export type CallEffect =
  | { readonly kind: "result"; readonly result: unknown; readonly afterMs: number }
  | { readonly kind: "nothing" }
  | { readonly kind: "exit"; readonly code: number };

const result = (value: unknown, afterMs = 0): CallEffect => ({ kind: "result", result: value, afterMs });

/** Decides what a call does. `badBytes`: the text of an echo carries bytes that are no UTF-8. */
export function callTool(tool: ScriptedTool, input: unknown, badBytes: boolean): CallEffect {
  if (tool.answer !== undefined) return result(tool.answer);
  const [verb = "", number] = tool.does.split(":");
  const amount = Number(number ?? 0);
  const echo = {
    content: [{ type: "text", text: JSON.stringify(input) }],
    structuredContent: badBytes ? { text: "~bytes~" } : input,
  };
  switch (verb) {
    case "echo":
      return result(echo);
    case "sleep":
      return result(echo, amount);
    case "hang":
      return { kind: "nothing" };
    case "die":
      return { kind: "exit", code: amount };
    case "big":
      return result({ content: [{ type: "text", text: "x".repeat(amount * 1_000_000) }] });
    case "deep": {
      const value: DeepMarker = { chaosDeep: amount };
      return result({ content: [], structuredContent: { value } });
    }
    default:
      throw new Error(`A tool cannot do "${tool.does}".`);
  }
}
