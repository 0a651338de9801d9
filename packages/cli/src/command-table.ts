/** An option of a command. */
export interface OptionRow {
  /** As commander reads it: `--input <value>`. */
  readonly flags: string;
  readonly meaning: string;
  /** May stand several times; its values come as a list. */
  readonly repeatable?: boolean;
}

/** One command. Help and parsing are both made from these rows, so that help never loads the parser. */
export interface CommandRow {
  /** `plan run`. */
  readonly name: string;
  readonly alias?: string;
  /** As commander reads it: `<plan>`, `[plan]`. */
  readonly argument?: string;
  readonly summary: string;
  readonly options: readonly OptionRow[];
  readonly examples?: readonly string[];
}

/** What every command takes. */
export const commonOptions: readonly OptionRow[] = [
  {
    flags: "--dir <folder>",
    meaning: "the project's folder, which counts as trusted (default: the nearest one with a .graph)",
  },
  { flags: "--json", meaning: "print one JSON document" },
];

const input: OptionRow = {
  flags: "--input <value>",
  meaning: "name=text (typed by the input schema), a JSON object, @file, or - for standard input; may be repeated",
  repeatable: true,
};

/** All commands, in the order in which help shows them. */
export const commandTable: readonly CommandRow[] = [
  { name: "init", summary: "Make a small project in this folder", options: [] },
  {
    name: "trust",
    summary: "Show what the project's config starts, and trust it",
    options: [{ flags: "--yes", meaning: "do not ask" }],
  },
  { name: "plan list", summary: "List the plans and where they come from", options: [] },
  {
    name: "plan show",
    argument: "<plan>",
    summary: "Print a plan's file as it is",
    options: [],
    examples: ["graph plan show search_tools > .graph/plans/search_tools.yaml"],
  },
  {
    name: "plan check",
    alias: "validate",
    argument: "[plan]",
    summary: "Check a plan, or all of them, without running anything",
    options: [],
  },
  {
    name: "plan run",
    argument: "<plan>",
    summary: "Run a plan and print its output",
    options: [
      input,
      { flags: "--dry-run", meaning: "show what would be called with which input; call nothing" },
      { flags: "--strict", meaning: "exit with 6 when not everything was plain success" },
    ],
    examples: [
      'graph plan run search_tools --input query="read a text file"',
      "graph plan run ./report.yaml --input @input.json",
    ],
  },
  {
    name: "plan explain",
    argument: "<plan>",
    summary: "Say in which order its steps run, and why",
    options: [{ flags: "--mermaid", meaning: "print a diagram" }],
  },
  { name: "plan docs", argument: "<plan>", summary: "Print a plan's page in Markdown", options: [] },
  { name: "tools list", summary: "List the tools that plans can call", options: [] },
  { name: "tools show", argument: "<tool>", summary: "Print a tool's definition", options: [] },
  {
    name: "tools search",
    argument: "<query>",
    summary: "Find the tools that fit a task, with the plan search_tools",
    options: [{ flags: "--limit <count>", meaning: "most tools to print" }],
  },
  { name: "tools call", argument: "<tool>", summary: "Call one tool", options: [input] },
  { name: "mcp list", summary: "List the configured servers", options: [] },
  { name: "mcp test", argument: "[server]", summary: "Connect to the servers and report", options: [] },
  { name: "config show", summary: "Print the config as it counts, and where it comes from", options: [] },
];

/** What the exit code says. */
export const exitCodeRows: readonly (readonly [string, string])[] = [
  ["0", "done"],
  ["1", "failed, cancelled, or refused by the checker"],
  ["2", "wrong usage: a flag, an unknown plan or tool"],
  ["3", "input is missing or does not fit; its schema is printed"],
  ["4", "an exit step ended the plan with an error"],
  ["5", "the run waits and can be resumed"],
  ["6", "with --strict: done, but not everything was plain success"],
  ["130", "Ctrl-C"],
];
