import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Files that may use one of these all the same, each with its reason. */
const doors: ReadonlyMap<string, { readonly uses: readonly string[]; readonly because: string }> = new Map([
  [
    "packages/mcp/src/client/http-transport.ts",
    { uses: ["fetch"], because: "the HTTP transport of the MCP library takes a fetch" },
  ],
]);

const modules = "fs|child_process|net|http|https|http2|dns|timers|tls|dgram|inspector|cluster|worker_threads";

/** What only packages/world may use. */
const forbidden: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a module of the outside",
    pattern: new RegExp(
      `(?:from|import|import\\(|require\\(|getBuiltinModule\\()\\s*["'\`](?:node:)?(?:${modules})(?:/[a-z]+)?["'\`]`,
    ),
  },
  { what: "Date.now", pattern: /\bDate\s*\.\s*now\b/ },
  { what: "new Date()", pattern: /\bnew\s+Date\b\s*(?:\(\s*\)|(?!\s*\())/ },
  { what: "performance.now", pattern: /\bperformance\s*\.\s*now\b|node:perf_hooks/ },
  { what: "Math.random", pattern: /\bMath\s*\.\s*random\b/ },
  { what: "randomness of node:crypto", pattern: /\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\b/ },
  { what: "a timer", pattern: /(?:(?<![.\w$])|\bglobalThis\.)(?:setTimeout|setInterval|setImmediate)\b/ },
  { what: "AbortSignal.timeout", pattern: /\bAbortSignal\s*\.\s*timeout\b/ },
  { what: "fetch", pattern: /(?:(?<![.\w$])|\bglobalThis\.)fetch\s*\(/ },
  { what: "process.env", pattern: /\bprocess\s*\.\s*env\b/ },
];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|js|mts)$/.test(entry.name) && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Comments may name what code may not use. Texts are kept whole, so that a `//` in one hides nothing. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_all, quoted: string | undefined) => quoted ?? " ",
  );
}

function offences(text: string): string[] {
  const code = withoutComments(text);
  return forbidden.filter(({ pattern }) => pattern.test(code)).map(({ what }) => what);
}

it("keeps clock, randomness, files, processes and network in packages/world", () => {
  const packages = readdirSync(join(root, "packages")).filter((name) => name !== "world" && !name.startsWith("test-"));
  const files = packages.flatMap((name) => sources(join(root, "packages", name, "src")));
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const name = relative(root, file).split(sep).join("/");
    const allowed = doors.get(name)?.uses ?? [];
    return offences(readFileSync(file, "utf8"))
      .filter((what) => !allowed.includes(what))
      .map((what) => `${name} uses ${what}`);
  });
  expect(found).toEqual([]);
});

it.each([
  [`import { readFile } from "node:fs/promises";`, "a module of the outside"],
  [`import fs from "fs";`, "a module of the outside"],
  [`const http = await import('node:http');`, "a module of the outside"],
  [`require("node:child_process").spawn("x");`, "a module of the outside"],
  [`import "node:net";`, "a module of the outside"],
  [`process.getBuiltinModule("node:dns").lookup("a.test");`, "a module of the outside"],
  [`const at = Date.now();`, "Date.now"],
  [`const at = new Date();`, "new Date()"],
  [`const at = new Date;`, "new Date()"],
  [`const dice = Math.random;`, "Math.random"],
  [`crypto.randomUUID()`, "randomness of node:crypto"],
  [`setTimeout(() => {}, 1)`, "a timer"],
  [`globalThis.setInterval(f)`, "a timer"],
  [`await fetch("https://a.test")`, "fetch"],
  [`AbortSignal.timeout(5)`, "AbortSignal.timeout"],
  [`const { PATH } = process.env;`, "process.env"],
  [`const url = "http://a.test"; const at = Date.now(); // why`, "Date.now"],
])("sees %s", (code, what) => {
  expect(offences(code)).toEqual([what]);
});

it.each([
  `// Date.now is not for us`,
  `/* import fs from "node:fs" */`,
  `import { createHash } from "node:crypto";`,
  `const date = new Date(milliseconds);`,
  `world.clock.timer(5, fire); this.fetch(); store.setTimeout(1);`,
  `const text = "https://a.test"; // setTimeout(`,
  `import { posix } from "node:path";`,
])("lets %s pass", (code) => {
  expect(offences(code)).toEqual([]);
});
