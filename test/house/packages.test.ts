import { readdirSync, readFileSync } from "node:fs";
import { publint } from "publint";
import { expect, test } from "vitest";

const published = readdirSync("packages").filter((name) => !name.startsWith("test-"));

test.each(published)("packages/%s can be published as it is", async (name) => {
  const { messages } = await publint({ pkgDir: `packages/${name}`, strict: true, pack: false });
  expect(messages.map(({ code, path }) => `${code} ${path.join(".")}`)).toEqual([]);
});

test.each(published)("packages/%s has a README", (name) => {
  expect(readFileSync(`packages/${name}/README.md`, "utf8")).toMatch(new RegExp(`^# @graph/${name}\n`));
});
