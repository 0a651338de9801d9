import type { ChatCall, ChatMessage } from "@graph/models";
import type { Json, JsonObject } from "@graph/plan";

/** A call as a history shows it. */
export interface TurnCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** What came of a call, as a history shows it: `output` when it is `ok`, else `error`. */
interface TurnResult {
  readonly id: string;
  readonly tool: string;
  readonly ok: boolean;
  readonly output?: Json;
  readonly error?: Json;
}

/** One entry of the history of an agent. */
export type TurnEntry =
  | { readonly role: "assistant"; readonly text?: string; readonly calls?: readonly TurnCall[] }
  | { readonly role: "tool"; readonly results: readonly TurnResult[] }
  | { readonly role: "user"; readonly text: string };

const lastTurn = "No more tools can be called. Answer now, with what is known so far.";

/** The history of an agent as a chat model is shown it; in the last turn it is told that it has to answer. */
export function toMessages(history: readonly TurnEntry[], final: boolean): readonly ChatMessage[] {
  const messages = history.flatMap(toMessage);
  if (!final || messages.length === 0) return messages;
  const last = messages.at(-1);
  // Two of the same speaker in a row are refused by some services.
  if (last?.role === "user") return [...messages.slice(0, -1), { role: "user", text: `${last.text}\n\n${lastTurn}` }];
  return [...messages, { role: "user", text: lastTurn }];
}

function toMessage(entry: TurnEntry): readonly ChatMessage[] {
  switch (entry.role) {
    case "user":
      return [entry];
    case "tool":
      return [
        {
          role: "tool",
          results: entry.results.map(({ id, tool, ok, output, error }) => ({
            id,
            name: tool,
            ok,
            output: (ok ? output : error) ?? null,
          })),
        },
      ];
    default: {
      const calls = (entry.calls ?? []).map(({ id, tool, input }): ChatCall => ({ id, name: tool, input }));
      const text = entry.text ?? "";
      // Who has said nothing is left out: services refuse empty messages.
      if (text === "" && calls.length === 0) return [];
      return [{ role: "assistant", ...(text !== "" && { text }), ...(calls.length > 0 && { calls }) }];
    }
  }
}
