import { createRequire } from "node:module";
import path from "node:path";
import type { World } from "@graph/world";
import type { Config } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import { userConfigFolder } from "../config/load-config.ts";
import type { PlanFolder } from "./plan-library.ts";

/** The folders of a project's plans, the one that counts first. */
export function planFolders(world: World, folder: string, config: Config): readonly PlanFolder[] {
  const user = path.join(userConfigFolder(world), "plans");
  const named = config.planFolders.map<PlanFolder>((entry) => ({
    path: path.resolve(folder, expandHome(world, entry.text)),
    label: entry.text.replace(/\/+$/u, ""),
    origin: entry.fromProject ? "project" : "user",
    named: true,
  }));
  return [
    { path: path.join(folder, ".graph", "plans"), label: ".graph/plans", origin: "project" },
    ...named.filter((entry) => entry.origin === "project"),
    { path: user, label: user, origin: "user" },
    ...named.filter((entry) => entry.origin === "user"),
    { path: shippedFolder(), label: "@graph/plans", origin: "shipped" },
  ];
}

function shippedFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve("@graph/plans/package.json"));
}
