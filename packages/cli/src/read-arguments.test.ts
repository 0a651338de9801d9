import { expect, test } from "vitest";
import { commandTable } from "./command-table.ts";
import { commandHelp, commandWords, helpOf, mainHelp } from "./help.ts";
import { readArguments } from "./read-arguments.ts";
import { UsageError } from "./usage-error.ts";

test.each([
  [["plan", "run", "x", "--input", "a=1", "--input", "-", "--strict"], "plan run", "x"],
  [["--dir", "p", "plan", "run", "x", "--json"], "plan run", "x"],
  [["plan", "validate"], "plan check", undefined],
  [["init"], "init", undefined],
])("%j", async (words, command, argument) => {
  const parsed = await readArguments(words, commandTable);
  expect([parsed.command, parsed.argument]).toEqual([command, argument]);
});

test("options keep their values", async () => {
  const parsed = await readArguments(
    ["plan", "run", "x", "--input", "a=1", "--input", "-", "--dry-run", "--dir=p"],
    commandTable,
  );
  expect(parsed.list("input")).toEqual(["a=1", "-"]);
  expect(parsed.flag("dryRun")).toBe(true);
  expect(parsed.flag("strict")).toBe(false);
  expect(parsed.text("dir")).toBe("p");
});

test.each([
  [["plan", "run", "--no-such-flag"], "Unknown option '--no-such-flag'.", "plan run"],
  [["plan", "run"], "Missing required argument 'plan'.", "plan run"],
  [["plan"], "`graph plan` needs one of: list, show, check, run, explain, docs.", "plan"],
  [["nonsense"], "Unknown command 'nonsense'.", undefined],
  [["plan", "show", "a", "b"], "Too many arguments for 'show'. Expected 1 argument but got 2.", "plan show"],
])("%j is wrong usage", async (words, message, command) => {
  const error: unknown = await readArguments(words, commandTable).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message, command });
});

test("help names every command and every option", () => {
  for (const row of commandTable) {
    expect(mainHelp()).toContain(`graph ${row.name}`);
    const help = commandHelp(row.name.split(" ")) ?? "";
    for (const option of row.options) expect(help).toContain(option.flags);
  }
  expect(commandHelp(["plan", "validate"])).toContain("graph plan check");
  expect(commandHelp(["plan"])).toContain("graph plan explain");
  expect(commandHelp(["nonsense"])).toBeUndefined();
});

test.each([
  [
    ["--dir", "p", "plan", "run", "--help"],
    ["plan", "run"],
  ],
  [
    ["plan", "run", "--input", "a=1", "x", "--json", "-h"],
    ["plan", "run", "x"],
  ],
  [["--help"], []],
])("the words of %j that name a command", (words, expected) => {
  expect(commandWords(words)).toEqual(expected);
});

test("help for what there is, none for what there is not", () => {
  expect(helpOf(["--help"])).toBe(mainHelp());
  expect(helpOf(["--dir", "p", "--help"])).toBe(mainHelp());
  expect(helpOf(["plan", "run", "x", "--help"])).toContain("--dry-run");
  for (const words of [
    ["foo", "--help"],
    ["plan", "foo", "--help"],
    ["plan", "foo"],
  ]) {
    expect(helpOf(words)).toBeUndefined();
  }
});
