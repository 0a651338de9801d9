import { DefinitionError } from "./definition-error.ts";
import type { Tool, ToolDefinition } from "./tool.ts";

/** The shortest namespace leaves 60 of the 63 characters of a public name. */
const ownName = /^[A-Za-z0-9_-]{1,60}$/;

/**
 * Checks a tool and gives it back, typed: `Input` and `Output` are read off `run`. The check is cheap, no schema is compiled.
 * Throws a `DefinitionError` with the code `name/bad-name` or `tool/unusable`.
 */
export function defineTool<Input, Output>(tool: Tool<Input, Output>): Tool<Input, Output> {
  checkDefinition(tool);
  if (typeof tool.run !== "function")
    throw unusable(tool.name, "has no `run`", "give it a function that does the work");
  return tool;
}

/** Throws a `DefinitionError` when a definition cannot be used. */
export function checkDefinition(tool: ToolDefinition): void {
  const { name } = tool;
  if (typeof name !== "string" || !ownName.test(name)) {
    const expected = "a tool's own name has 1 to 60 letters, digits, `_` or `-`, and no namespace before it";
    throw new DefinitionError(
      "name/bad-name",
      typeof name === "string" ? name : "",
      `The tool name ${JSON.stringify(name)} cannot be used: ${expected}.`,
    );
  }
  if (typeof tool.description !== "string" || tool.description.trim() === "") {
    throw unusable(name, "has no description", "say in a sentence what it does: plans, people and the search read it");
  }
  checkSchema(name, "inputSchema", tool.inputSchema);
  if (tool.outputSchema !== undefined) checkSchema(name, "outputSchema", tool.outputSchema);
  checkArguments(tool);
}

function checkSchema(tool: string, key: "inputSchema" | "outputSchema", schema: unknown): void {
  if (!isRecord(schema)) {
    throw unusable(
      tool,
      `has an \`${key}\` that is not an object`,
      "write a JSON Schema such as {type: object, properties: {…}}",
    );
  }
  const type = Object.hasOwn(schema, "type") ? schema["type"] : undefined;
  if (key === "inputSchema" && type !== undefined && type !== "object") {
    throw unusable(
      tool,
      `takes ${JSON.stringify(type)} as its input`,
      "a tool's arguments are an object: write type: object",
    );
  }
}

function checkArguments(tool: ToolDefinition): void {
  const { idempotencyArgument: argument, literalArguments = [], inputSchema } = tool;
  if (argument !== undefined) {
    const properties = Object.hasOwn(inputSchema, "properties") ? inputSchema["properties"] : undefined;
    if (!isRecord(properties) || !Object.hasOwn(properties, argument)) {
      throw unusable(
        tool.name,
        `names the idempotency argument \`${argument}\``,
        "declare it under `properties` of its `inputSchema`",
      );
    }
  }
  const wrong = literalArguments.find((pointer) => !pointer.startsWith("/"));
  if (wrong !== undefined) {
    throw unusable(
      tool.name,
      `names the literal argument \`${wrong}\``,
      "write a JSON Pointer into the input, such as /command",
    );
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unusable(tool: string, problem: string, advice: string): DefinitionError {
  return new DefinitionError("tool/unusable", tool, `The tool \`${tool}\` ${problem}; ${advice}.`);
}
