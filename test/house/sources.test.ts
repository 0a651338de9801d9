import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

/** Conventions of the house, each as a test that names the offender. */

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "");
const sources = tracked.filter((file) => /^packages\/[^/]+\/(src|machine)\/.*\.ts$/.test(file));
const shipped = sources.filter((file) => !file.endsWith(".test.ts") && !file.startsWith("packages/test-"));
const text = (file: string): string => readFileSync(file, "utf8");
const offenders = (files: readonly string[], pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(text(file)));

test("the walker sees the house", () => {
  expect(shipped.length).toBeGreaterThan(150);
  expect(new Set(shipped.map((file) => file.split("/")[1])).size).toBe(9);
});

test("no file has more than 400 lines", () => {
  const long = tracked
    .filter((file) => /^(packages|test|examples|scripts)\/.*\.(ts|mjs|js)$/.test(file))
    .filter((file) => text(file).split("\n").length > 401);
  expect(long).toEqual([]);
});

describe("data never becomes code", () => {
  test("nothing evaluates code", () => {
    expect(offenders(shipped, /\beval\(|\bnew Function\b|from "node:vm"|\bFunction\(/)).toEqual([]);
  });

  test("only the parser of Handlebars is used", () => {
    const handlebars = shipped.filter((file) => /["']handlebars/.test(text(file)));
    expect(handlebars.length).toBeGreaterThan(0);
    expect(
      offenders(handlebars, /\b(precompile|registerHelper|registerPartial)\b|handlebars\.(compile|template)\b/),
    ).toEqual([]);
    expect(handlebars.filter((file) => !/handlebars\/dist\/cjs\/handlebars\/compiler\/base/.test(text(file)))).toEqual(
      [],
    );
  });
});

test("packages/plan imports nothing of ours", () => {
  const plan = shipped.filter((file) => file.startsWith("packages/plan/"));
  expect(offenders(plan, /from "@graph\//)).toEqual([]);
});

/** The floors of the house: a package may import those below it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  world: [],
  plan: [],
  models: ["plan", "world"],
  tools: ["plan", "world"],
  // Its conformance suite, an entry of its own, imports the runner by name.
  runner: ["plan", "tools", "world", "runner"],
  builtins: ["tools", "models", "plan", "runner", "world"],
  mcp: ["plan", "tools", "runner", "world"],
  host: ["plan", "tools", "models", "runner", "builtins", "mcp", "world", "plans"],
  cli: ["host", "world"],
};

test.each(Object.entries(mayImport))("packages/%s imports only what stands below it", (name, allowed) => {
  const wrong = shipped
    .filter((file) => file.startsWith(`packages/${name}/src/`))
    .flatMap((file) =>
      [...text(file).matchAll(/(?:from|import\() ?"@graph\/([a-z-]+)/g)].map((match) => [file, match[1] ?? ""]),
    )
    .filter(([, imported]) => !allowed.includes(imported ?? ""));
  expect(wrong).toEqual([]);
});

test("every export of an index has a doc comment where it is declared", () => {
  const undocumented: string[] = [];
  let seen = 0;
  for (const index of shipped.filter((file) => /^packages\/[^/]+\/src\/index\.ts$/.test(file))) {
    for (const [, names, from] of text(index).matchAll(/export (?:type )?\{([^}]*)\} from "\.\/([^"]+)"/g)) {
      const declared = text(`${index.slice(0, -"index.ts".length)}${from}`);
      for (const raw of (names ?? "").split(",")) {
        const name =
          raw
            .replace(/\btype\b/, "")
            .trim()
            .split(" as ")[0] ?? "";
        if (name === "") continue;
        seen++;
        const declaration = new RegExp(
          `\\*/\\s*export (?:declare )?(?:async )?(?:abstract )?(?:function\\*?|const|class|interface|type|let) ${name}\\b`,
        );
        if (!declaration.test(declared)) undocumented.push(`${index}: ${name}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(80);
  expect(undocumented).toEqual([]);
});
