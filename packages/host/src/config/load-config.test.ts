import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { configFiles, loadConfig } from "./load-config.ts";

test("a config of over 64 KiB counts for nothing, and says so", async () => {
  const world = simulatedWorld({ files: { "/p/.graph/config.toml": `version = 1\n#${"x".repeat(65_536)}` } });
  const { diagnostics } = await loadConfig(world, configFiles(world, "/p"));
  expect(diagnostics.map(({ code, file, message }) => [code, file, message])).toEqual([
    ["schema/bad-value", ".graph/config.toml", "The config cannot be read: it is over 64 KiB. None of it counts."],
  ]);
});
