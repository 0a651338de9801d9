import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "@graph/test-chaos-server";
import { expect, test } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));
const npm = (args: readonly string[], cwd: string): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: "pipe" });

test("the packed packages install in an empty folder, where the example and the command run", () => {
  const { path: folder, remove } = makeTemporaryFolder();
  try {
    npm(["pack", "--workspaces", "--pack-destination", folder, "--ignore-scripts", "--silent"], top);
    const packed = readdirSync(folder).filter((name) => /^graph-(?!example|test-)/.test(name));
    expect(packed.map((name) => name.replace(/-\d.*$/, ""))).toEqual(
      ["builtins", "cli", "host", "mcp", "models", "plan", "plans", "runner", "tools", "world"].map(
        (name) => `graph-${name}`,
      ),
    );
    writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
    const files = packed.map((name) => `./${name}`);
    npm(
      ["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", ...files, "tsx@4.23.15"],
      folder,
    );
    copyFileSync(join(top, "examples/embed/main.ts"), join(folder, "main.ts"));
    expect(execFileSync("node", ["--import", "tsx", "main.ts"], { cwd: folder, encoding: "utf8" })).toBe(
      "The order is coffee.\n",
    );
    const shown = execFileSync("npx", ["graph", "plan", "show", "search_tools"], { cwd: folder, encoding: "utf8" });
    expect(shown).toContain("identifier: search_tools");
  } finally {
    remove();
  }
});
