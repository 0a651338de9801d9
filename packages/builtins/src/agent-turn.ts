import { askChat, type ChatResult, type ChatTool, defaultChatRole } from "@graph/models";
import { isObject, type Json, type JsonObject, modelTools } from "@graph/plan";
import { defineTool, type Tool, type ToolContext } from "@graph/tools";
import { agentTurnInputSchema, agentTurnOutputSchema } from "./agent-turn-schemas.ts";
import type { BuiltinDependencies } from "./dependencies.ts";
import { assertCheckable } from "./model/answer-schema.ts";
import { toMessages, type TurnCall, type TurnEntry } from "./model/conversation.ts";
import { toModelFailure } from "./model/model-failure.ts";
import { askAgain, readAnswer } from "./model/read-answer.ts";
import { type TokensUsed, tokensUsed } from "./model/tokens-used.ts";

/** What `builtin__agent_turn` takes. */
export interface AgentTurnInput {
  readonly prompt: string;
  readonly system_prompt?: string;
  readonly output_schema?: JsonObject;
  readonly model?: string;
  readonly tools: readonly string[];
  readonly history: readonly TurnEntry[];
  /** The last turn: no tools, and an answer. */
  readonly final: boolean;
}

/** What a model has said in a turn: calls, an answer, or something that cannot be used. */
interface Said {
  readonly calls: readonly TurnCall[];
  readonly output: Json;
  readonly text?: string;
  readonly problem?: string;
}

/** What `builtin__agent_turn` gives. */
export interface AgentTurnOutput extends Said {
  readonly model: string;
  readonly usage: TokensUsed;
}

/** `builtin__agent_turn`: one turn of an agent. The control step `agent` calls it, and makes the calls that it gives. */
export function agentTurnTool(dependencies: BuiltinDependencies): Tool<AgentTurnInput, AgentTurnOutput> {
  return defineTool({
    name: "agent_turn",
    title: "Take a turn of an agent",
    description:
      "Asks a chat model what an agent should do next: call tools, or answer. It calls none itself. The control step `agent` uses it; in a plan, write that.",
    inputSchema: agentTurnInputSchema,
    outputSchema: agentTurnOutputSchema,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    async run(input: AgentTurnInput, { signal }: ToolContext): Promise<AgentTurnOutput> {
      if (input.output_schema !== undefined) assertCheckable(input.output_schema);
      try {
        const result = await askNext(dependencies, input, signal);
        return { ...readTurn(result, input), model: result.model, usage: tokensUsed([result]) };
      } catch (error) {
        throw toModelFailure(error);
      }
    },
  });
}

function askNext(dependencies: BuiltinDependencies, input: AgentTurnInput, signal: AbortSignal): Promise<ChatResult> {
  const { prompt, system_prompt: system, output_schema: outputSchema, history, final } = input;
  const model = dependencies.roles.chat(input.model ?? defaultChatRole);
  const messages = toMessages(history, final);
  const tools = final ? [] : offered(input.tools, dependencies);
  const request = {
    ...(system !== undefined && { system }),
    prompt,
    ...(messages.length > 0 && { messages }),
    ...(tools.length > 0 && { tools }),
    ...(outputSchema !== undefined && { outputSchema }),
  };
  return askChat(model, request, { signal });
}

/** The tools that can be called; what is gone is not offered, and a turn is no tool. */
function offered(names: readonly string[], { catalog }: BuiltinDependencies): readonly ChatTool[] {
  return names.flatMap((name) => {
    const tool = name === modelTools.agent ? undefined : catalog.get(name);
    if (tool?.call === undefined || tool.unusable !== undefined) return [];
    return [{ name, description: tool.description, inputSchema: tool.inputSchema }];
  });
}

function readTurn(result: ChatResult, { output_schema: schema, tools, final }: AgentTurnInput): Said {
  const { calls = [] } = result;
  const mayCall = tools.length > 0 && !final;
  const text = "text" in result ? result.text : "";
  if (calls.length > 0 && !final) {
    const wrong = calls.find(({ input }) => !isObject(input));
    if (wrong !== undefined) {
      const problem = `The input of the call of \`${wrong.name}\` is no JSON object. Nothing was called; call again.`;
      return useless(problem, text === "" ? JSON.stringify(calls) : text);
    }
    const made = calls.map(({ id, name, input }) => ({ id, tool: name, input: input as JsonObject }));
    return { calls: made, output: null, ...(text !== "" && { text }) };
  }
  const read = readAnswer(result, schema);
  if ("wrong" in read) return useless(askAgain(read.wrong, schema, mayCall), read.said);
  if (schema === undefined && text.trim() === "")
    return useless(askAgain(["the answer is empty"], schema, mayCall), "");
  return { calls: [], output: read.output };
}

/** An answer that cannot be used. Its words go into the history, so that the model sees what is meant. */
function useless(problem: string, text: string): Said {
  return { calls: [], output: null, ...(text !== "" && { text }), problem };
}
