import path from "node:path";
import type { Diagnostic, Json } from "@graph/plan";
import { WorldError, type World } from "@graph/world";

/** Small documents that a project keeps between two commands: catalogs, and whatever else may be made anew. */
export interface ProjectStore {
  readonly folder: string;
  /** A document; `undefined` when there is none. A broken one is set aside with a note and counts as none. */
  read(name: string): Promise<Json | undefined>;
  /** Replaces a document as one step. A failure is a note: what is kept here can always be made anew. */
  write(name: string, value: Json): Promise<void>;
  /** What went wrong so far. */
  readonly notes: readonly Diagnostic[];
}

const documentName = /^[a-z][a-z0-9-]{0,40}$/u;
const maxBytes = 32 * 1024 * 1024;
const ignoreFile = "# What graph can make anew.\n*\n";

/** Opens `.graph/state/` of a project. Nothing is made before the first write. */
export function openProjectStore(world: World, projectFolder: string): ProjectStore {
  const folder = path.join(projectFolder, ".graph", "state");
  const notes: Diagnostic[] = [];
  const note = (name: string, what: string): void => {
    notes.push({ code: "schema/bad-value", severity: "note", message: what, file: `.graph/state/${name}.json` });
  };
  const fileOf = (name: string): string => {
    if (!documentName.test(name)) throw new RangeError(`\`${name}\` is no name of a document of the store`);
    return path.join(folder, `${name}.json`);
  };
  // A project may bring links along: nothing is read or written through one that leads out of it.
  const root = { root: projectFolder };
  const forWriting = (file: string): Promise<string> => world.files.inside(projectFolder, file, { forWriting: true });

  async function setAside(name: string, text: string): Promise<void> {
    const aside = `${fileOf(name)}.broken`;
    note(name, `The file cannot be read as JSON. It was set aside as ${path.basename(aside)} and is made anew.`);
    try {
      await world.files.writeAtomic(await forWriting(aside), text, root);
      await world.files.remove(await forWriting(fileOf(name)));
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
    }
  }

  return {
    folder,
    notes,
    async read(name) {
      let text: string;
      try {
        text = await world.files.readText(fileOf(name), { ...root, maxBytes });
      } catch (error) {
        if (!(error instanceof WorldError)) throw error;
        if (error.code !== "not-found") note(name, `The file cannot be read: ${error.message}. It is made anew.`);
        return undefined;
      }
      try {
        return JSON.parse(text) as Json;
      } catch {
        await setAside(name, text);
        return undefined;
      }
    },
    async write(name, value) {
      const named = fileOf(name);
      try {
        const file = await forWriting(named);
        await world.files.makeFolder(path.dirname(file));
        const ignore = await forWriting(path.join(folder, ".gitignore"));
        if ((await world.files.status(ignore)) === undefined) await world.files.writeAtomic(ignore, ignoreFile, root);
        await world.files.writeAtomic(file, `${JSON.stringify(value)}\n`, root);
      } catch (error) {
        if (!(error instanceof WorldError)) throw error;
        note(name, `The file cannot be written: ${error.message}. Nothing is kept for the next command.`);
      }
    },
  };
}
