import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtinTools } from "@graph/builtins";
import { modelRoles } from "@graph/models";
import { createRunner, type LoadedPlan, type Runner } from "@graph/runner";
import { createCatalog, createKeywordIndex } from "@graph/tools";
import { realWorld } from "@graph/world";
import { fakeDecider, fakeWriter } from "./fake-models.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** What the plans of this folder run on. */
export interface ExampleProject {
  readonly runner: Runner;
  /** The plan of `.graph/plans/<name>.yaml`. */
  plan(name: string): LoadedPlan<object>;
  /** The text of a file below the folder in which the plans read and write. */
  text(file: string): string;
  close(): Promise<void>;
}

/** A runner with the built-in tools, the models that play a part, and a folder of its own with the documents. */
export function openExample(): ExampleProject {
  const folder = mkdtempSync(join(tmpdir(), "graph-example-"));
  cpSync(join(here, "documents"), join(folder, "documents"), { recursive: true });
  const world = realWorld();
  const catalog = createCatalog();
  const tools = builtinTools({
    world,
    roots: [folder],
    httpHosts: [],
    catalog,
    alwaysLoaded: [],
    roles: modelRoles({ decision: { decider: fakeDecider }, chat: { default: fakeWriter } }),
    buildIndex: (documents) => createKeywordIndex(documents),
  });
  for (const tool of tools) catalog.add(tool, { namespace: "builtin" });
  const runner = createRunner({ world, catalog });
  return {
    runner,
    plan: (name) => runner.load<object>(readFileSync(join(here, `.graph/plans/${name}.yaml`), "utf8")),
    text: (file) => readFileSync(join(folder, file), "utf8"),
    async close() {
      await runner.close();
      rmSync(folder, { recursive: true });
    },
  };
}
