import { askChat, type ChatMessage, type ChatResult, defaultChatRole } from "@graph/models";
import type { Json, JsonObject } from "@graph/plan";
import { defineTool, type Tool, type ToolContext, ToolError } from "@graph/tools";
import type { BuiltinDependencies } from "./dependencies.ts";
import { assertCheckable } from "./model/answer-schema.ts";
import { withData } from "./model/data-block.ts";
import { toModelFailure } from "./model/model-failure.ts";
import { askAgain, readAnswer } from "./model/read-answer.ts";
import { type TokensUsed, tokensUsed, tokensUsedSchema } from "./model/tokens-used.ts";

/** What `builtin__infer` takes. */
export interface InferInput {
  readonly instruction: string;
  readonly state?: Json;
  readonly output_schema?: JsonObject;
  readonly system_prompt?: string;
  readonly model?: string;
}

/** What `builtin__infer` gives. */
export interface InferOutput {
  readonly output: Json;
  readonly model: string;
  readonly usage: TokensUsed;
}

/** `builtin__infer`: one task for a chat model. */
export function inferTool(dependencies: BuiltinDependencies): Tool<InferInput, InferOutput> {
  return defineTool({
    name: "infer",
    title: "Infer",
    description:
      "Has a chat model do what an instruction says with a state, and returns what it writes: a text, or by `output_schema` a value that was checked against it. It has no tools and changes nothing.",
    inputSchema: {
      type: "object",
      required: ["instruction"],
      additionalProperties: false,
      properties: {
        instruction: { type: "string", minLength: 1, description: "What the model should do." },
        state: { description: "What the instruction is about: any value. The model is told that it is data." },
        output_schema: { type: "object", description: "JSON Schema of the answer. Left out: the answer is a text." },
        system_prompt: { type: "string", description: "How the model should behave." },
        model: { type: "string", minLength: 1, default: "default", description: "Role of the chat model." },
      },
    },
    outputSchema: {
      type: "object",
      required: ["output", "model", "usage"],
      properties: {
        output: { description: "The text, or the value that fits `output_schema`." },
        model: { type: "string", description: "The model that answered, as it names itself." },
        usage: tokensUsedSchema,
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    async run(input: InferInput, { signal }: ToolContext): Promise<InferOutput> {
      if (input.output_schema !== undefined) assertCheckable(input.output_schema);
      try {
        return await infer(dependencies, input, signal);
      } catch (error) {
        throw toModelFailure(error);
      }
    },
  });
}

async function infer({ roles }: BuiltinDependencies, input: InferInput, signal: AbortSignal): Promise<InferOutput> {
  const { instruction, state, output_schema: schema, system_prompt: system } = input;
  const model = roles.chat(input.model ?? defaultChatRole);
  const request = {
    ...(system !== undefined && { system }),
    prompt: state === undefined ? instruction : withData(instruction, state),
    ...(schema !== undefined && { outputSchema: schema }),
  };
  const first = await askChat(model, request, { signal });
  const read = readAnswer(first, schema);
  if ("output" in read) return toOutput(read.output, first);
  const messages: readonly ChatMessage[] = [
    { role: "assistant", text: read.said },
    { role: "user", text: askAgain(read.wrong, schema) },
  ];
  const second = await askChat(model, { ...request, messages }, { signal });
  const repaired = readAnswer(second, schema);
  if ("output" in repaired) return toOutput(repaired.output, second, first);
  const misfit = schema === undefined ? "is no text" : "does not fit `output_schema`";
  const message = `The answer of the chat model \`${model.id}\` ${misfit}, though it was told so and asked again: ${repaired.wrong[0]}.`;
  throw new ToolError(message, { effect: "none" });
}

function toOutput(output: Json, answer: ChatResult, ...before: readonly ChatResult[]): InferOutput {
  return { output, model: answer.model, usage: tokensUsed([...before, answer]) };
}
