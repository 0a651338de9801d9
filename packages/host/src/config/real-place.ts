import path from "node:path";
import { WorldError, type World } from "@graph/world";

/** A path with its links resolved, as far as something stands there: what will be made below that lies where this says. */
export async function realPlace(world: World, file: string): Promise<string> {
  let rest = "";
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    try {
      return path.join(await world.files.realPath(at), rest);
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      if (path.dirname(at) === at) return path.join(at, rest);
      rest = path.join(path.basename(at), rest);
    }
  }
}
