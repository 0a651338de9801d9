import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { harnessMusts, mustTable, type HarnessResults, type Must } from "./engine/musts.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");

const usage = `npm run bench                                  parts that need nothing but this repository
npm run bench -- HARNESS [options]             the same and every contender of the harness, about 15 minutes

  HARNESS          folder of an engine benchmark harness: bench.mjs, adapters/, package.json
  --scratch DIR    where the harness is copied to and installed; kept, so that the next run is quicker
  --rounds N       rounds of the harness (default 5)
  --only A,B       contenders (default: all that the musts name)
  --workloads A,B  workloads (default: all that need no database)
  --parts A,B      parts of the harness (default main,scale,cold,mem)
  --write          puts the table into test/bench/README.md
`;

const contenders = "plain,p-limit,sketch,effect,xstate,graphai,mastra,langgraph,graph,graph-ahead";
const workloads = "chain-100,chain-1000,fanout-1000,foreach-10000x16,nested-20,dag5-x1000,payload-5MB-x10";
const packages = ["world", "plan", "tools", "models", "runner", "builtins", "mcp", "host"];

function run(command: string, args: readonly string[], folder: string): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${String(status)}`);
}

/** The measurements of our own, each in a process of its own on the built packages. */
function ownMusts(): readonly Must[] {
  return ["loopGrowth", "largeValues", "loading", "registering", "stepControl"].flatMap((part) => {
    const args = ["--import", "tsx", join(here, "engine/measure.ts"), part];
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "pipe", 2],
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the part ${part} ended with ${String(status)}`);
    return JSON.parse(stdout) as readonly Must[];
  });
}

/** Copies contents only: the harness may be read-only, its copy must not be. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else writeFileSync(target, readFileSync(source));
  }
}

/** Copies the harness, installs it and links the built packages into it. */
function prepare(harness: string, scratch: string): void {
  copyFolder(harness, scratch);
  if (!existsSync(join(scratch, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"], scratch);
  for (const name of ["graph.mjs", "graph-ahead.mjs", "graph-contender.mjs"]) {
    writeFileSync(join(scratch, "adapters", name), readFileSync(join(here, "engine", name)));
  }
  const scope = join(scratch, "node_modules/@graph");
  rmSync(scope, { recursive: true, force: true });
  mkdirSync(scope, { recursive: true });
  for (const name of packages) symlinkSync(join(root, "packages", name), join(scope, name));
}

function harnessRun(harness: string, options: Readonly<Record<string, string | undefined>>): HarnessResults {
  const scratch = options["scratch"] ?? mkdtempSync(join(tmpdir(), "graph-bench-"));
  prepare(harness, scratch);
  const settings = {
    rounds: options["rounds"] ?? "5",
    only: options["only"] ?? contenders,
    workloads: options["workloads"] ?? workloads,
    parts: options["parts"] ?? "main,scale,cold,mem",
    out: "results.json",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  run(process.execPath, ["bench.mjs", ...args], scratch);
  const results = JSON.parse(readFileSync(join(scratch, "results.json"), "utf8")) as HarnessResults;
  if (options["scratch"] === undefined) rmSync(scratch, { recursive: true, force: true });
  return results;
}

/** Puts the table and the machine it was measured on between the two marks of the page. */
function writeTable({ node, cpu, cores }: HarnessResults, musts: readonly Must[]): void {
  const page = join(here, "README.md");
  const mark = "<!-- table -->";
  const [before = "", , after = ""] = readFileSync(page, "utf8").split(mark);
  const machine = `Node ${node}, ${cpu}, ${String(cores)} cores.`;
  writeFileSync(page, [before, `\n\n${machine}\n\n${mustTable(musts)}\n\n`, after].join(mark));
  run("npx", ["prettier", "--write", page], root);
}

const option = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scratch: option,
    rounds: option,
    only: option,
    workloads: option,
    parts: option,
    write: { type: "boolean" },
  },
});
process.stderr.write(usage);
run("npm", ["run", "build"], root);
const [harness] = positionals;
const { write, ...options } = values;
const results = harness === undefined ? undefined : harnessRun(harness, options);
const musts = [...(results === undefined ? [] : harnessMusts(results)), ...ownMusts()];
console.log(mustTable(musts));
if (write === true && results !== undefined) writeTable(results, musts);
const broken = musts.filter(({ held }) => held === false);
process.exitCode = broken.length === 0 ? 0 : 1;
