import { posix, win32 } from "node:path";
import { defineTool, type Tool, ToolError } from "@graph/tools";
import { WorldError } from "@graph/world";
import type { BuiltinDependencies } from "../dependencies.ts";
import { type FilePlace, placeFile, toFileFailure } from "./file-place.ts";
import { assertWritable } from "./never-writable.ts";

/** What `builtin__write_file` takes. */
export interface WriteFileInput {
  readonly path: string;
  readonly text: string;
  readonly create_folders?: boolean;
  readonly if_exists?: "overwrite" | "fail" | "append";
}

/** What `builtin__write_file` gives. */
export interface WriteFileOutput {
  readonly path: string;
  readonly bytes: number;
}

/** `builtin__write_file`: a text into a file of the operator's folders. */
export function writeFileTool(dependencies: BuiltinDependencies): Tool<WriteFileInput, WriteFileOutput> {
  return defineTool({
    name: "write_file",
    title: "Write a file",
    description:
      "Writes text to one file inside the folders that the operator has opened (`[tools].roots`): a new file, or in place of the old one as a single step, or at its end.",
    inputSchema: {
      type: "object",
      required: ["path", "text"],
      additionalProperties: false,
      properties: {
        path: { type: "string", minLength: 1, description: "Relative to an open folder, or absolute inside one." },
        text: { type: "string", description: "Written as UTF-8." },
        create_folders: {
          type: "boolean",
          default: false,
          description: "Make the folders that are missing on the way.",
        },
        if_exists: {
          enum: ["overwrite", "fail", "append"],
          default: "overwrite",
          description: "What to do when the file is there already. A missing file is made in any case.",
        },
      },
    },
    outputSchema: {
      type: "object",
      required: ["path", "bytes"],
      properties: {
        path: { type: "string", description: "Where the file lies, links resolved." },
        bytes: { type: "integer", description: "How many bytes were written." },
      },
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    async run(input: WriteFileInput): Promise<WriteFileOutput> {
      const place = await preparePlace(dependencies, input);
      await write(dependencies, input, place);
      return { path: place.path, bytes: new TextEncoder().encode(input.text).length };
    },
  });
}

async function preparePlace(dependencies: BuiltinDependencies, input: WriteFileInput): Promise<FilePlace> {
  const { world, roots } = dependencies;
  const place = await placeFile(world, roots, input.path, true);
  assertWritable(dependencies, place);
  if (input.create_folders !== true) return place;
  const rules = world.processes.platform === "win32" ? win32 : posix;
  try {
    await world.files.makeFolder(rules.dirname(place.path));
  } catch (error) {
    throw toFileFailure(error, "none");
  }
  // Again: while the folders were made, a link may have come to stand among them.
  const again = await placeFile(world, [place.root], place.path, true);
  assertWritable(dependencies, again);
  return again;
}

async function write({ world }: BuiltinDependencies, input: WriteFileInput, { path, root }: FilePlace): Promise<void> {
  const mode = input.if_exists ?? "overwrite";
  try {
    if (mode === "append") await world.files.append(path, input.text, { root });
    else await world.files.writeAtomic(path, input.text, { root, onlyNew: mode === "fail" });
  } catch (error) {
    const code = error instanceof WorldError ? error.code : undefined;
    if (code === "not-found") {
      const message = `The folder of ${path} is missing; \`create_folders: true\` makes it.`;
      throw new ToolError(message, { class: "invalid_input", effect: "none", cause: error });
    }
    // A full disk leaves a replaced file as it was, and an appended one with a part of the text.
    const mayHaveActed = code === "io" || (code === "no-space" && mode === "append");
    throw toFileFailure(error, mayHaveActed ? "maybe" : "none");
  }
}
