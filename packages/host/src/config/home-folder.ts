import path from "node:path";
import type { World } from "@graph/world";

/** A leading `~/` as the home folder. */
export function expandHome(world: World, text: string): string {
  return text === "~" || text.startsWith("~/") ? path.join(world.processes.homeFolder, text.slice(1)) : text;
}
