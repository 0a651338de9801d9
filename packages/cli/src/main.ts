import { createRequire } from "node:module";

// Everything but help and the version is loaded when it is needed: `graph --help` has to answer as fast as node starts.
const words = process.argv.slice(2);
const end = words.indexOf("--");
const flags = end === -1 ? words : words.slice(0, end);

if (words.length === 0 || flags.includes("--help") || flags.includes("-h") || words[0] === "help") {
  const { helpOf } = await import("./help.ts");
  const asked = words[0] === "help" ? words.slice(1) : flags;
  const text = helpOf(asked);
  if (text === undefined) {
    // There is no such command: said, and ended, as without --help.
    await run(asked.filter((word) => word !== "--help" && word !== "-h"));
  } else {
    await print(text);
  }
} else if (words[0] === "--version" || words[0] === "-V") {
  const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };
  await print(`${version}\n`);
} else {
  await run(words);
}

async function print(text: string): Promise<void> {
  const { outputLost } = await import("./output/output-lost.ts");
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    const lost = outputLost(error);
    if (lost === undefined) return;
    process.exitCode = 1;
    process.stderr.write(`${lost}\n`);
  });
  process.stdout.write(text);
}

async function run(line: readonly string[]): Promise<void> {
  const { runCommandLine } = await import("./program.ts");
  const { code, cancelled } = await runCommandLine(line);
  process.exitCode = code;
  // Everything is closed. Whoever ended the command does not wait for a timer that is still set, or an input that is still open.
  if (cancelled) process.stdout.write("", () => process.exit(code));
}
