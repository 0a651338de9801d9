import path from "node:path";
import { addAbortSignal } from "node:stream";
import { WorldError } from "@graph/world";
import type { CommandContext } from "../context.ts";
import { UsageError } from "../usage-error.ts";
import type { InputSources } from "./read-input.ts";

const maxBytes = 64 * 1024 * 1024;

/** The files and the standard input of this process. */
export function inputSources({ world, signal }: Pick<CommandContext, "world" | "signal">): InputSources {
  return {
    async file(name) {
      try {
        return await world.files.readText(path.resolve(world.processes.workingFolder, name), { maxBytes });
      } catch (error) {
        if (error instanceof WorldError) throw new UsageError(`The input cannot be read: ${error.message}`);
        throw error;
      }
    },
    async standardInput() {
      const chunks: Buffer[] = [];
      let bytes = 0;
      try {
        for await (const chunk of addAbortSignal(signal, process.stdin) as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw new UsageError("Standard input is over 64 MiB.");
          chunks.push(chunk);
        }
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
      return Buffer.concat(chunks).toString("utf8");
    },
  };
}
