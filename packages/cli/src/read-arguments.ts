import { commonOptions, type CommandRow, type OptionRow } from "./command-table.ts";
import { commandWords } from "./help.ts";
import { UsageError } from "./usage-error.ts";

/** A command line, read. */
export interface ParsedArguments {
  /** As in the table: `plan run`. */
  readonly command: string;
  readonly argument: string | undefined;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  list(name: string): readonly string[];
}

/** Reads a command line by the table. Throws a `UsageError`. */
export async function readArguments(words: readonly string[], table: readonly CommandRow[]): Promise<ParsedArguments> {
  const { Command, CommanderError } = await import("commander");
  type Parser = InstanceType<typeof Command>;
  let parsed: ParsedArguments | undefined;
  const quiet = (parser: Parser): Parser =>
    parser
      .exitOverride()
      .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
      .helpOption(false)
      .helpCommand(false)
      .allowExcessArguments(false);
  const root = quiet(new Command("graph"));
  for (const option of commonOptions) addOption(root, option);
  const groups = new Map<string, Parser>();
  for (const row of table) {
    const [first = "", second] = row.name.split(" ");
    let parent = root;
    if (second !== undefined) {
      parent = groups.get(first) ?? quiet(root.command(first));
      groups.set(first, parent);
    }
    const command = quiet(parent.command(second ?? first));
    if (row.alias !== undefined) command.alias(row.alias);
    if (row.argument !== undefined) command.argument(row.argument);
    for (const option of row.options) addOption(command, option);
    command.action(() => {
      parsed = result(row, command.args[0], command.optsWithGlobals());
    });
  }
  try {
    await root.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) throw usage(error, words, table);
    throw error;
  }
  if (parsed === undefined) throw new UsageError("Say which command to run.");
  return parsed;
}

function addOption(
  parser: {
    option(flags: string, description: string): unknown;
    option(
      flags: string,
      description: string,
      collect: (value: string, before: readonly string[]) => readonly string[],
      start: readonly string[],
    ): unknown;
  },
  option: OptionRow,
): void {
  if (option.repeatable === true) {
    parser.option(option.flags, option.meaning, (value: string, before: readonly string[]) => [...before, value], []);
  } else parser.option(option.flags, option.meaning);
}

function result(
  row: CommandRow,
  argument: string | undefined,
  options: Readonly<Record<string, unknown>>,
): ParsedArguments {
  const values = new Map(Object.entries(options));
  const key = (name: string): string => name.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return {
    command: row.name,
    argument,
    flag: (name) => values.get(key(name)) === true,
    text: (name) => {
      const value = values.get(key(name));
      return typeof value === "string" ? value : undefined;
    },
    list: (name) => {
      const value = values.get(key(name));
      return Array.isArray(value) ? value.map(String) : [];
    },
  };
}

function usage(
  error: { readonly code: string; readonly message: string },
  words: readonly string[],
  table: readonly CommandRow[],
): UsageError {
  const plain = commandWords(words);
  const row = table.find((one) => one.name === plain.slice(0, 2).join(" ") || one.name === plain[0]);
  const group = table.some((one) => one.name.startsWith(`${plain[0]} `)) ? plain[0] : undefined;
  if (error.code === "commander.help" && group === undefined) {
    return new UsageError("Say which command to run, such as `graph plan list`.");
  }
  if (error.code === "commander.help") {
    const names = table.filter((one) => one.name.startsWith(`${group} `)).map((one) => one.name.split(" ")[1]);
    return new UsageError(`\`graph ${group}\` needs one of: ${names.join(", ")}.`, group);
  }
  const message = error.message.replace(/^error: /u, "");
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  const suggestion = / ?\(Did you mean (?:one of )?(.+)\?\)$/su.exec(sentence.trim());
  const said = suggestion === null ? sentence : sentence.slice(0, suggestion.index).trim();
  const names = (suggestion?.[1] ?? "").split(", ").map((name) => `\`${name}\``);
  const hint = suggestion === null ? "" : ` Did you mean ${names.join(" or ")}?`;
  return new UsageError(`${said.replace(/\.$/u, "")}.${hint}`, row?.name ?? group);
}
