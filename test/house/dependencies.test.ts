import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly resolved?: string }>>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;

/** Versions below these have known holes. */
const minimums: Readonly<Record<string, string>> = {
  yaml: "2.9.1",
  ajv: "8.18.0",
  handlebars: "4.7.10",
  vitest: "4.1.0",
  "@hono/node-server": "1.19.15",
  "@modelcontextprotocol/sdk": "1.25.2",
};

test("the lock file has no version with a known hole", () => {
  const old: string[] = [];
  let seen = 0;
  for (const [path, { version }] of Object.entries(lock.packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const minimum = Object.hasOwn(minimums, name) ? minimums[name] : undefined;
    if (minimum === undefined || version === undefined || !path.includes("node_modules/")) continue;
    seen++;
    if (compare(version, minimum) < 0) old.push(`${path} ${version} < ${minimum}`);
  }
  expect(seen).toBeGreaterThan(3);
  expect(old).toEqual([]);
});

test("the lock file names no registry", () => {
  const resolved = Object.values(lock.packages).flatMap((entry) =>
    entry.resolved?.includes("://") === true ? [entry.resolved] : [],
  );
  expect(resolved).toEqual([]);
});

test("every dependency has an exact version", () => {
  const loose: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes("node_modules/")) continue;
    const { dependencies = {}, devDependencies = {} } = entry as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) loose.push(`${path}: ${name}@${version}`);
    }
  }
  expect(loose).toEqual([]);
});

function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split(/[.-]/).map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
