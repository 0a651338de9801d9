import type { Json, JsonObject } from "@graph/plan";
import { defineTool, type RegisteredTool, type Tool } from "@graph/tools";
import type { BuiltinDependencies } from "./dependencies.ts";
import { textOf } from "./search/candidate.ts";

/** What `builtin__describe_tools` takes. */
export interface DescribeToolsInput {
  readonly tools: readonly Json[];
  readonly schemas?: boolean;
}

/** What `builtin__describe_tools` gives. */
export interface DescribeToolsOutput {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly score?: number;
    readonly inputSchema?: JsonObject;
    readonly outputSchema?: JsonObject;
    readonly outputExample?: Json;
  }[];
  readonly unknown: readonly string[];
}

/** `builtin__describe_tools`: what tools do, take and give. */
export function describeToolsTool(dependencies: BuiltinDependencies): Tool<DescribeToolsInput, DescribeToolsOutput> {
  return defineTool({
    name: "describe_tools",
    title: "Describe tools",
    description:
      "Gives the description of each named tool and, with `schemas`, what it takes and what it returns. Order and scores are kept; names that no tool has are listed in `unknown`.",
    inputSchema: {
      type: "object",
      required: ["tools"],
      additionalProperties: false,
      properties: {
        tools: {
          type: "array",
          description: "Public tool names, or objects with a `name` and perhaps a `score`.",
          items: {
            anyOf: [
              { type: "string" },
              { type: "object", required: ["name"], properties: { name: { type: "string" } } },
            ],
          },
        },
        schemas: { type: "boolean", default: true, description: "Include input schemas and output shapes." },
      },
    },
    outputSchema: {
      type: "object",
      required: ["tools", "unknown"],
      properties: {
        tools: {
          type: "array",
          items: {
            type: "object",
            required: ["name", "description"],
            properties: {
              name: { type: "string" },
              description: { type: "string" },
              score: { type: "number" },
              inputSchema: { type: "object", description: "JSON Schema of what the tool takes." },
              outputSchema: { type: "object", description: "JSON Schema of what it returns, where it declares one." },
              outputExample: { description: "An example of what it returns, where no schema is declared." },
            },
          },
        },
        unknown: { type: "array", items: { type: "string" }, description: "Names that no tool has." },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run({ tools, schemas = true }: DescribeToolsInput): DescribeToolsOutput {
      const described: DescribeToolsOutput["tools"][number][] = [];
      const unknown: string[] = [];
      for (const given of tools) {
        const name = typeof given === "string" ? given : (textOf(given, "name") ?? "");
        const tool = dependencies.catalog.get(name);
        if (tool === undefined) unknown.push(name);
        else described.push(describe(tool, scoreOf(given), schemas));
      }
      return { tools: described, unknown };
    },
  });
}

function describe(
  tool: RegisteredTool,
  score: number | undefined,
  schemas: boolean,
): DescribeToolsOutput["tools"][number] {
  const { name, description, inputSchema, outputSchema, outputExample } = tool;
  return {
    name,
    description,
    ...(score !== undefined && { score }),
    ...(schemas && {
      inputSchema,
      ...(outputSchema !== undefined && { outputSchema }),
      ...(outputSchema === undefined && outputExample !== undefined && { outputExample }),
    }),
  };
}

function scoreOf(given: Json): number | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  const object = given as JsonObject;
  const score = Object.hasOwn(object, "score") ? object["score"] : undefined;
  return typeof score === "number" ? score : undefined;
}
