import { createInterface } from "node:readline/promises";
import { trustProject } from "@graph/host";
import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { escapeControls } from "../output/escape-controls.ts";
import { reportProject } from "../output/project-notes.ts";

/** `graph trust`: shows everything that the project's config would start or open, and remembers a yes. */
export const run: Command = async (context) => {
  const project = await context.openProject({ servers: false });
  const { things } = project.trust;
  reportProject(context, project);
  if (things.length === 0) {
    if (context.json) context.streams.document({ folder: project.folder, trusted: true, asks: [] });
    else context.streams.tell("The config of this project asks for nothing that needs trust.");
    return exitCode.done;
  }
  context.streams.tell(`The config of ${project.folder} asks for:`);
  for (const thing of things) context.streams.tell(`  ${thing.name}: ${thing.asks}`);
  const trusted = context.flag("yes") || (await ask("Trust it? [y/N] ", context.signal));
  if (trusted) await trustProject(context.world, project.folder, project.config);
  if (context.json) {
    const asks = things.map(({ name, asks }) => ({ name, asks }));
    context.streams.document({ folder: project.folder, trusted, asks });
  } else if (trusted) context.streams.tell("Trusted. A changed command asks again.");
  else context.streams.tell("Not trusted. `graph trust --yes` trusts it without asking.");
  return trusted ? exitCode.done : exitCode.failed;
};

/** Asks on the terminal; without one, or when it closes, the answer is no. */
async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While a line is being read, Ctrl-C comes as a key.
  terminal.on("SIGINT", () => process.emit("SIGINT"));
  const closed = new Promise<string>((resolve) => {
    terminal.once("close", () => {
      resolve("");
    });
  });
  try {
    const answer = await Promise.race([terminal.question(escapeControls(question), { signal }), closed]);
    return /^y(es)?$/iu.test(answer.trim());
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    terminal.close();
  }
}
