import { parse } from "yaml";
import type { Expectation, WantedCatalogEntry, WantedFile } from "./case-format.ts";
import { brief, sameJson } from "./json-text.ts";
import type { Observation } from "./observation.ts";

function fileProblems(path: string, wanted: WantedFile, text: string | undefined): string[] {
  if (wanted === null) return text === undefined ? [] : [`the file ${path} is there`];
  if (text === undefined) return [`the file ${path} is missing`];
  if (typeof wanted === "string") return text === wanted ? [] : [`the file ${path} holds ${brief(text)}`];
  const problems = (wanted.has ?? []).filter((word) => !text.includes(word)).map((word) => `${path} lacks ${word}`);
  if (wanted.parses_to === undefined || sameJson(parse(text), wanted.parses_to)) return problems;
  return [...problems, `${path} parses to ${brief(parse(text))}`];
}

/** Problems of `files`. */
export const checkFiles = (expect: Expectation, seen: Observation): string[] =>
  Object.entries(expect.files ?? {}).flatMap(([path, wanted]) => fileProblems(path, wanted, seen.project.read(path)));

function entryProblems(wanted: WantedCatalogEntry, seen: Observation): string[] {
  const of = `${wanted.server}/${wanted.tool}`;
  const entry = seen.catalog.find(
    ({ owner }) => owner.kind === "server" && owner.server === wanted.server && owner.tool === wanted.tool,
  );
  if (entry === undefined) return [`the catalog does not list ${of}`];
  const problems: string[] = [];
  if (wanted.name !== undefined && entry.name !== wanted.name) problems.push(`${of} is called ${entry.name}`);
  if (wanted.name_like !== undefined && !new RegExp(wanted.name_like).test(entry.name)) {
    problems.push(`${of} is called ${entry.name}`);
  }
  if (wanted.usable !== undefined && (entry.unusable === undefined) !== wanted.usable) {
    problems.push(`${of} is ${entry.unusable === undefined ? "usable" : `unusable: ${entry.unusable}`}`);
  }
  return problems;
}

/** Problems of `catalog` and `catalog_count`. */
export function checkCatalog(expect: Expectation, seen: Observation): string[] {
  const counts = Object.entries(expect.catalog_count ?? {}).flatMap(([server, wanted]) => {
    const found = seen.catalog.filter(({ owner }) => owner.kind === "server" && owner.server === server).length;
    return found === wanted ? [] : [`${String(found)} tools of ${server}, wanted ${String(wanted)}`];
  });
  return [...(expect.catalog ?? []).flatMap((wanted) => entryProblems(wanted, seen)), ...counts];
}

function jsonProblems(wanted: boolean | "lines", stdout: string): string[] {
  const texts = wanted === "lines" ? stdout.split("\n").filter((line) => line !== "") : [stdout];
  for (const text of texts) {
    try {
      JSON.parse(text);
    } catch {
      return [`stdout is not JSON: ${brief(text)}`];
    }
  }
  return wanted === "lines" && texts.length === 0 ? ["stdout is empty"] : [];
}

const textProblems = (name: string, text: string, has: readonly string[], lacks: readonly string[]): string[] => [
  ...has.filter((word) => !text.includes(word)).map((word) => `${name} lacks ${JSON.stringify(word)}: ${brief(text)}`),
  ...lacks.filter((word) => text.includes(word)).map((word) => `${name} has ${JSON.stringify(word)}: ${brief(text)}`),
];

/** Problems of `exit_code` and of what the command printed. */
export function checkCommand(expect: Expectation, seen: Observation): string[] {
  const { command } = seen;
  if (command === undefined) return [];
  const { exitCode, stdout, stderr } = command;
  const problems = [
    ...textProblems("stdout", stdout, expect.stdout_has ?? [], expect.stdout_lacks ?? []),
    ...textProblems("stderr", stderr, expect.stderr_has ?? [], []),
    ...(expect.stdout_is_json === undefined || expect.stdout_is_json === false
      ? []
      : jsonProblems(expect.stdout_is_json, stdout)),
  ];
  const codes = expect.exit_code === undefined ? undefined : [expect.exit_code].flat();
  if (codes !== undefined && !codes.includes(exitCode ?? -1)) {
    problems.push(`exit code ${String(exitCode)}, wanted ${codes.join(" or ")}: ${brief(stdout)} ${brief(stderr)}`);
  }
  const file = expect.stdout_equals_file;
  if (file !== undefined && seen.project.read(file) !== stdout) problems.push(`stdout is not the text of ${file}`);
  return problems;
}

/** Problems of `not_anywhere`. */
export const checkTexts = (expect: Expectation, seen: Observation): string[] =>
  (expect.not_anywhere ?? [])
    .filter((word) => seen.texts.some((text) => text.includes(word)))
    .map((word) => `${JSON.stringify(word)} occurs: ${brief(seen.texts.find((text) => text.includes(word)) ?? "")}`);
