import { commandTable, commonOptions, exitCodeRows, type CommandRow } from "./command-table.ts";

/** The text of `graph --help`. */
export function mainHelp(): string {
  const groups = groupRows();
  const lines = ["graph runs plans of tool calls.", "", "Usage: graph <command> [options]", ""];
  for (const rows of groups.values()) {
    lines.push(
      ...table(
        rows.map((row) => [`  graph ${row.name}${row.argument === undefined ? "" : ` ${row.argument}`}`, row.summary]),
      ),
      "",
    );
  }
  lines.push(
    "Options of every command:",
    ...optionLines(commonOptions),
    ...table([
      ["  --help", "this text"],
      ["  --version", "the version"],
    ]),
    "",
  );
  lines.push("Exit codes:", ...table(exitCodeRows.map(([code, meaning]) => [`  ${code}`, meaning])), "");
  lines.push("graph <command> --help tells more.", "");
  return lines.join("\n");
}

/**
 * The help that a command line asks for: of one command, of a group such as `plan`, or of everything when it names none; `undefined`
 * when there is no such command.
 */
export function helpOf(words: readonly string[]): string | undefined {
  const names = commandWords(words);
  return names.length === 0 ? mainHelp() : commandHelp(names);
}

/** The words of a command line that are neither options nor their values. */
export function commandWords(words: readonly string[]): readonly string[] {
  const withValue = new Set(
    [...commonOptions, ...commandTable.flatMap((row) => row.options)]
      .filter((option) => option.flags.includes("<"))
      .map((option) => option.flags.split(" ")[0]),
  );
  return words.filter((word, index) => !word.startsWith("-") && !withValue.has(words[index - 1]));
}

/** The help of one command, or of a group such as `plan`; `undefined` when there is neither. */
export function commandHelp(words: readonly string[]): string | undefined {
  const row = findCommand(words);
  if (row !== undefined) return rowHelp(row);
  const [group = "", command] = words;
  const rows = commandTable.filter((one) => one.name.startsWith(`${group} `));
  if (rows.length === 0 || command !== undefined) return undefined;
  const lines = table(
    rows.map((one) => [`  graph ${one.name}${one.argument === undefined ? "" : ` ${one.argument}`}`, one.summary]),
  );
  return `Usage: graph ${group} <command> [options]\n\n${lines.join("\n")}\n`;
}

/** The command that the first words name, its alias included. */
function findCommand(words: readonly string[]): CommandRow | undefined {
  return commandTable.find((row) => {
    const parts = row.name.split(" ");
    const isAlias = (index: number): boolean =>
      row.alias !== undefined && index === parts.length - 1 && words[index] === row.alias;
    return parts.every((part, index) => words[index] === part || isAlias(index));
  });
}

function rowHelp(row: CommandRow): string {
  const alias = row.alias === undefined ? [] : [`Also: graph ${row.name.split(" ")[0]} ${row.alias}`, ""];
  const examples =
    row.examples === undefined ? [] : ["Examples:", ...row.examples.map((example) => `  ${example}`), ""];
  return [
    `${row.summary}.`,
    "",
    `Usage: graph ${row.name}${row.argument === undefined ? "" : ` ${row.argument}`} [options]`,
    "",
    ...alias,
    "Options:",
    ...optionLines([...row.options, ...commonOptions]),
    "",
    ...examples,
  ].join("\n");
}

const optionLines = (options: readonly { readonly flags: string; readonly meaning: string }[]): readonly string[] =>
  table(options.map((option) => [`  ${option.flags}`, option.meaning]));

function groupRows(): Map<string, CommandRow[]> {
  const groups = new Map<string, CommandRow[]>();
  for (const row of commandTable) {
    const group = row.name.includes(" ") ? (row.name.split(" ")[0] ?? "") : "";
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return groups;
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
