import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realFiles } from "./real/files.ts";
import { simulatedFiles } from "./simulated/files.ts";
import { type Files, WorldError } from "./world.ts";

interface Setup {
  readonly files: Files;
  readonly link: (path: string, target: string) => void;
  readonly base: string;
}

const kinds: readonly { readonly name: string; readonly make: () => Setup; readonly end: (base: string) => void }[] = [
  {
    name: "real files",
    make: () => ({
      files: realFiles(),
      link: (path, target) => symlinkSync(target, path),
      base: mkdtempSync(join(tmpdir(), "graph-files-")),
    }),
    end: (base) => rmSync(base, { recursive: true, force: true }),
  },
  {
    name: "simulated files",
    make: () => {
      const files = simulatedFiles(() => 0, { "/base/.keep": "" });
      return { files, link: (path, target) => files.link(path, target), base: "/base" };
    },
    end: () => {},
  },
];

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WorldError) return error.code;
    return `not a WorldError: ${String(error)}`;
  }
  return "ok";
}

describe.each(kinds)("$name", ({ make, end }) => {
  let setup: Setup;
  let base: string;
  const at = (...parts: string[]): string => join(base, ...parts);

  beforeAll(async () => {
    setup = make();
    base = await setup.files.realPath(setup.base);
    const { files, link } = setup;
    await files.makeFolder(at("root/deep"));
    await files.makeFolder(at("root-old"));
    await files.writeAtomic(at("root/a.txt"), "añb\n");
    await files.writeAtomic(at("root/deep/b.txt"), "b");
    await files.writeAtomic(at("root-old/secret.txt"), "secret");
    link(at("root/to-file"), "deep/b.txt");
    link(at("root/to-folder"), at("root/deep"));
    link(at("root/out-file"), at("root-old/secret.txt"));
    link(at("root/out-folder"), at("root-old"));
    link(at("root/dangling"), at("root-old/new.txt"));
    link(at("root/ring"), at("root/ring"));
    link(at("root-link"), at("root"));
  });
  afterAll(() => end(base));

  it("reads text and bytes, bounded", async () => {
    const { files } = setup;
    expect(await files.readText(at("root/a.txt"))).toBe("añb\n");
    expect(files.readTextNow(at("root/a.txt"), { maxBytes: 5 })).toBe("añb\n");
    expect([...(await files.readBytes(at("root/to-file")))]).toEqual([98]);
    expect(await codeOf(files.readText(at("root/a.txt"), { maxBytes: 4 }))).toBe("too-big");
    expect(await codeOf(files.readBytes(at("root/a.txt"), { maxBytes: 0 }))).toBe("too-big");
  });

  it("leaves a byte order mark out and replaces what is not UTF-8", async () => {
    const { files } = setup;
    await files.writeAtomic(at("bytes"), new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff]));
    expect(await files.readText(at("bytes"))).toBe("a\uFFFD");
  });

  it.each<[string, (files: Files) => Promise<unknown>, string]>([
    ["reading nothing", (files) => files.readText(at("none")), "not-found"],
    ["reading a folder", (files) => files.readText(at("root")), "not-a-file"],
    ["reading below a file", (files) => files.readText(at("root/a.txt/x")), "not-a-folder"],
    ["reading a ring of links", (files) => files.readText(at("root/ring")), "not-a-file"],
    ["a relative path", (files) => files.readText("root/a.txt"), "invalid"],
    ["an empty path", (files) => files.readText(""), "invalid"],
    ["a NUL", (files) => files.readText(at("root/a.txt\0.png")), "invalid"],
    ["writing a NUL", (files) => files.writeAtomic(at("x\0"), ""), "invalid"],
    ["listing nothing", (files) => files.list(at("none")), "not-found"],
    ["listing a file", (files) => files.list(at("root/a.txt")), "not-a-folder"],
    ["writing into no folder", (files) => files.writeAtomic(at("none/x"), ""), "not-found"],
    ["writing over a folder", (files) => files.writeAtomic(at("root"), ""), "not-a-file"],
    ["appending to a folder", (files) => files.append(at("root"), ""), "not-a-file"],
    ["a new file that is there", (files) => files.writeAtomic(at("root/a.txt"), "", { onlyNew: true }), "exists"],
    ["a folder where a file is", (files) => files.makeFolder(at("root/a.txt")), "not-a-folder"],
    ["the real path of nothing", (files) => files.realPath(at("none")), "not-found"],
  ])("%s", async (_name, work, code) => {
    expect(await codeOf(work(setup.files))).toBe(code);
  });

  it("writes, replaces, appends, lists, removes", async () => {
    const { files } = setup;
    await files.makeFolder(at("w/x"));
    await files.makeFolder(at("w/x"));
    await files.append(at("w/log"), "1");
    await files.append(at("w/log"), "2");
    await files.writeAtomic(at("w/B"), "one", { onlyNew: true });
    await files.writeAtomic(at("w/B"), "two");
    await files.writeAtomic(at("w/a"), "");
    expect(await files.readText(at("w/log"))).toBe("12");
    expect(await files.readText(at("w/B"))).toBe("two");
    expect(await files.list(at("w"))).toEqual(["B", "a", "log", "x"]);
    await files.remove(at("w/B"));
    await files.remove(at("w/none"));
    expect(await files.list(at("w"))).toEqual(["a", "log", "x"]);
    await files.remove(at("w"));
    expect(await files.status(at("w"))).toBeUndefined();
  });

  it("tells the status of a path", async () => {
    const { files } = setup;
    expect(await files.status(at("root/a.txt"))).toMatchObject({ kind: "file", bytes: 5 });
    expect(await files.status(at("root"))).toMatchObject({ kind: "folder", bytes: 0 });
    expect((await files.status(at("root/to-file")))?.kind).toBe("file");
    expect((await files.status(at("root/to-file"), { followLinks: false }))?.kind).toBe("link");
    expect((await files.status(at("root/dangling"), { followLinks: false }))?.kind).toBe("link");
    expect(await files.status(at("root/dangling"))).toBeUndefined();
    expect(await files.status(at("root/a.txt/x"))).toBeUndefined();
  });

  it.each<[string, string, boolean, string]>([
    ["a.txt", "a.txt", false, "root/a.txt"],
    ["./deep/../a.txt", "./deep/../a.txt", false, "root/a.txt"],
    ["the root itself", ".", false, "root"],
    ["a link inside", "to-file", false, "root/deep/b.txt"],
    ["a linked folder inside", "to-folder/b.txt", true, "root/deep/b.txt"],
    ["a new file", "new/er/file.txt", true, "root/new/er/file.txt"],
    ["a new file below a linked folder", "to-folder/new.txt", true, "root/deep/new.txt"],
    ["a name with dots", "..a", true, "root/..a"],
  ])("inside: %s", async (_name, relative, forWriting, expected) => {
    const { files } = setup;
    expect(await files.inside(at("root"), relative, { forWriting })).toBe(at(expected));
    expect(await files.inside(at("root-link"), relative, { forWriting })).toBe(at(expected));
  });

  it("accepts absolute paths that lie inside", async () => {
    const { files } = setup;
    expect(await files.inside(at("root"), at("root/a.txt"))).toBe(at("root/a.txt"));
    expect(await files.inside(at("root-link"), at("root/a.txt"))).toBe(at("root/a.txt"));
  });

  it.each<[string, string]>([
    ["..", "outside-root"],
    ["../root-old/secret.txt", "outside-root"],
    ["../root-old/none", "outside-root"],
    ["deep/../../root-old/secret.txt", "outside-root"],
    ["out-file", "outside-root"],
    ["out-folder/secret.txt", "outside-root"],
    ["out-folder/new.txt", "outside-root"],
    ["dangling", "outside-root"],
    ["ring", "outside-root"],
    ["/etc/passwd", "outside-root"],
    ["/", "outside-root"],
    ["a\0.txt", "invalid"],
    ["", "invalid"],
  ])("outside: %j", async (relative, code) => {
    const { files } = setup;
    expect(await codeOf(files.inside(at("root"), relative))).toBe(code);
    expect(await codeOf(files.inside(at("root"), relative, { forWriting: true }))).toBe(code);
  });

  it("separates what must exist from what need not", async () => {
    const { files } = setup;
    expect(await codeOf(files.inside(at("root"), at("root-old/secret.txt")))).toBe("outside-root");
    expect(await codeOf(files.inside(at("root"), "none.txt"))).toBe("not-found");
    expect(await codeOf(files.inside(at("no-root"), "a.txt", { forWriting: true }))).toBe("not-found");
  });

  it("looks again once the file is open", async () => {
    const { files } = setup;
    const root = at("root");
    expect(await codeOf(files.readText(at("root/out-folder/secret.txt"), { root }))).toBe("outside-root");
    expect(await codeOf(files.readText(at("root-old/secret.txt"), { root }))).toBe("outside-root");
    expect(await codeOf(files.writeAtomic(at("root/out-folder/x"), "", { root }))).toBe("outside-root");
    expect(await codeOf(files.append(at("root/out-folder/x"), "", { root }))).toBe("outside-root");
    expect(await files.list(at("root-old"))).toEqual(["secret.txt"]);
    expect(await files.readText(at("root/deep/b.txt"), { root })).toBe("b");
    await files.writeAtomic(at("root/deep/c.txt"), "c", { root });
    await files.append(at("root/deep/c.txt"), "d", { root });
    expect(await files.readText(at("root/deep/c.txt"), { root: at("root-link") })).toBe("cd");
  });

  it("gives a fingerprint that changes with the files", async () => {
    const { files } = setup;
    const folder = at("plans");
    const seen: string[] = [await files.fingerprint(folder, { extension: ".yaml" })];
    const look = async (): Promise<void> => {
      seen.push(await files.fingerprint(folder, { extension: ".yaml" }));
    };
    await files.makeFolder(folder);
    await look();
    await files.writeAtomic(at("plans/a.yaml"), "1");
    await look();
    await look();
    await files.writeAtomic(at("plans/a.yaml"), "2");
    await look();
    await files.writeAtomic(at("plans/note.txt"), "2");
    await look();
    await files.remove(at("plans/a.yaml"));
    await look();
    const number = seen.map((digest) => seen.indexOf(digest));
    expect(number).toEqual([0, 0, 2, 2, 4, 4, 0]);
  });
});
