import { createRequire } from "node:module";

// Everything but help and the version is loaded when it is needed: `graph --help` has to answer as fast as node starts.
const words = process.argv.slice(2);
const plain = words.filter((word) => !word.startsWith("-"));
const end = words.indexOf("--");
const flags = end === -1 ? words : words.slice(0, end);

if (words.length === 0 || flags.includes("--help") || flags.includes("-h") || plain[0] === "help") {
  const { commandHelp, mainHelp } = await import("./help.ts");
  const asked = plain[0] === "help" ? plain.slice(1) : plain;
  process.stdout.on("error", () => undefined);
  process.stdout.write((asked.length === 0 ? undefined : commandHelp(asked)) ?? mainHelp());
} else if (words[0] === "--version" || words[0] === "-V") {
  const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string };
  process.stdout.write(`${version}\n`);
} else {
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(words);
}
