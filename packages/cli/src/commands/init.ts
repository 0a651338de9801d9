import { initProject } from "@graph/host";
import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";

/** `graph init`. */
export const run: Command = async (context) => {
  const { written, kept } = await initProject(context.world, context.folder);
  if (context.json) context.streams.document({ folder: context.folder, written, kept });
  else {
    const lines = [...written.map((file) => `wrote ${file}`), ...kept.map((file) => `kept  ${file}, which was there`)];
    context.streams.out(`${lines.join("\n")}\n`);
    context.streams.tell("Try: graph plan run hello --input name=you");
  }
  return exitCode.done;
};
