import { defineTool, type Tool, ToolError } from "@graph/tools";
import { WorldError } from "@graph/world";
import type { BuiltinDependencies } from "../dependencies.ts";
import { placeFile, toFileFailure } from "./file-place.ts";

/** What `builtin__read_file` takes. */
export interface ReadFileInput {
  readonly path: string;
  readonly encoding?: "utf8" | "base64";
  readonly max_bytes?: number;
}

/** What `builtin__read_file` gives. */
export interface ReadFileOutput {
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
}

const defaultMaxBytes = 1024 * 1024;
const mostBytes = 64 * 1024 * 1024;

/** `builtin__read_file`: a file of the operator's folders. */
export function readFileTool(dependencies: BuiltinDependencies): Tool<ReadFileInput, ReadFileOutput> {
  return defineTool({
    name: "read_file",
    title: "Read a file",
    description:
      "Reads one file inside the folders that the operator has opened (`[tools].roots`). Fails when it is larger than `max_bytes`.",
    inputSchema: {
      type: "object",
      required: ["path"],
      additionalProperties: false,
      properties: {
        path: { type: "string", minLength: 1, description: "Relative to an open folder, or absolute inside one." },
        encoding: {
          enum: ["utf8", "base64"],
          default: "utf8",
          description: "How `text` holds the file. With utf8, bytes that are not UTF-8 become U+FFFD.",
        },
        max_bytes: {
          type: "integer",
          minimum: 1,
          maximum: mostBytes,
          default: defaultMaxBytes,
          description: "Largest file that is read.",
        },
      },
    },
    outputSchema: {
      type: "object",
      required: ["path", "text", "bytes"],
      properties: {
        path: { type: "string", description: "Where the file lies, links resolved." },
        text: { type: "string" },
        bytes: { type: "integer", description: "Size of the file." },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async run(input: ReadFileInput): Promise<ReadFileOutput> {
      const maxBytes = input.max_bytes ?? defaultMaxBytes;
      const { path, root } = await placeFile(dependencies.world, dependencies.roots, input.path, false);
      try {
        const bytes = await dependencies.world.files.readBytes(path, { maxBytes, root });
        return { path, text: encode(bytes, input.encoding ?? "utf8"), bytes: bytes.length };
      } catch (error) {
        if (error instanceof WorldError && error.code === "too-big") {
          const message = `${path} is larger than ${maxBytes} bytes; a larger \`max_bytes\` (up to ${mostBytes}) reads it.`;
          throw new ToolError(message, {
            code: "limit/output-bytes",
            class: "invalid_input",
            effect: "none",
            cause: error,
          });
        }
        throw toFileFailure(error, "none");
      }
    },
  });
}

function encode(bytes: Uint8Array, encoding: "utf8" | "base64"): string {
  if (encoding === "base64") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return new TextDecoder("utf-8").decode(bytes);
}
