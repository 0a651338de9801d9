import { simulatedWorld, type SimulatedWorld } from "@graph/world";
import { expect, it } from "vitest";
import { builtinNamed, catalogWith, runTool } from "../../test-support/builtins.ts";

const contents = {
  "/data/a.txt": "añb",
  "/data/deep/b.txt": "b",
  "/more/c.txt": "c",
  "/data-old/secret.txt": "SECRET",
};
const roots = ["/data", "/more"];
const setup = (
  given: readonly string[] = roots,
  neverWritable?: readonly string[],
): { world: SimulatedWorld; call: typeof call } => {
  const world = simulatedWorld({ files: contents });
  world.files.link("/data/out", "/data-old");
  const call = (name: string, input: Record<string, string | number | boolean>): Promise<unknown> =>
    runTool(builtinNamed(name, catalogWith({ world, roots: given, ...(neverWritable && { neverWritable }) })), input);
  return { world, call };
};
declare const call: (name: string, input: Record<string, string | number | boolean>) => Promise<unknown>;

async function failure(work: Promise<unknown>): Promise<unknown[]> {
  try {
    return ["ok", await work];
  } catch (error) {
    const { code, class: errorClass, effect, message } = error as Record<string, unknown>;
    return [code, errorClass, effect, message];
  }
}

it.each<[string, Record<string, string | number>, object]>([
  ["a relative path", { path: "a.txt" }, { path: "/data/a.txt", text: "añb", bytes: 4 }],
  ["a path in the second folder", { path: "c.txt" }, { path: "/more/c.txt", text: "c", bytes: 1 }],
  ["an absolute path", { path: "/more/c.txt" }, { path: "/more/c.txt", text: "c", bytes: 1 }],
  [
    "a path with dots that stays inside",
    { path: "deep/../deep/b.txt" },
    { path: "/data/deep/b.txt", text: "b", bytes: 1 },
  ],
  ["bytes", { path: "a.txt", encoding: "base64" }, { path: "/data/a.txt", text: "YcOxYg==", bytes: 4 }],
  ["a file of just the size", { path: "a.txt", max_bytes: 4 }, { path: "/data/a.txt", text: "añb", bytes: 4 }],
])("reads %s", async (_name, input, expected) => {
  expect(await setup().call("read_file", input)).toEqual(expected);
});

const refused = (path: string): unknown[] => [
  "tool/not-allowed",
  "denied",
  "none",
  `${path} is not in a folder that is open to this tool (/data, /more); folders are opened under \`[tools].roots\` in the config.`,
];

it.each([
  "../data-old/secret.txt",
  "/data-old/secret.txt",
  "out/secret.txt",
  "/etc/passwd",
  "..",
  "/data/../data-old/secret.txt",
])("neither reads nor writes %s", async (path) => {
  const { world, call } = setup();
  expect(await failure(call("read_file", { path }))).toEqual(refused(path));
  expect(await failure(call("write_file", { path, text: "x", create_folders: true }))).toEqual(refused(path));
  expect(await world.files.readText("/data-old/secret.txt")).toBe("SECRET");
  expect(await world.files.list("/data-old")).toEqual(["secret.txt"]);
});

it("does nothing as long as no folder is open", async () => {
  const expected = [
    "tool/not-allowed",
    "denied",
    "none",
    "No folder is open to this tool: list one under `[tools].roots` in the config.",
  ];
  expect(await failure(setup([]).call("read_file", { path: "a.txt" }))).toEqual(expected);
  expect(await failure(setup([]).call("write_file", { path: "a.txt", text: "" }))).toEqual(expected);
});

it.each<[string, string, Record<string, string | number | boolean>, unknown[]]>([
  [
    "read_file",
    "a missing file",
    { path: "none.txt" },
    ["tool/failed", "tool_error", "none", "There is nothing at /data/none.txt."],
  ],
  ["read_file", "a folder", { path: "deep" }, ["tool/failed", "invalid_input", "none", "/data/deep is not a file."]],
  [
    "read_file",
    "a NUL",
    { path: "a.txt\0" },
    ["tool/failed", "invalid_input", "none", '"a.txt\\u0000" cannot be a path.'],
  ],
  [
    "read_file",
    "a file that is too large",
    { path: "a.txt", max_bytes: 3 },
    [
      "limit/output-bytes",
      "invalid_input",
      "none",
      "/data/a.txt is larger than 3 bytes; a larger `max_bytes` (up to 67108864) reads it.",
    ],
  ],
  [
    "write_file",
    "a folder",
    { path: "deep", text: "" },
    ["tool/failed", "invalid_input", "none", "/data/deep is not a file."],
  ],
  [
    "write_file",
    "a file that is there already",
    { path: "a.txt", text: "x", if_exists: "fail" },
    ["tool/failed", "invalid_input", "none", "Something is already at /data/a.txt."],
  ],
  [
    "write_file",
    "a missing folder",
    { path: "x/y/z.txt", text: "" },
    [
      "tool/failed",
      "invalid_input",
      "none",
      "The folder of /data/x/y/z.txt is missing; `create_folders: true` makes it.",
    ],
  ],
])("%s fails on %s", async (name, _what, input, expected) => {
  expect(await failure(setup().call(name, input))).toEqual(expected);
});

it.each<[Record<string, string | boolean>, object, string, string]>([
  [{ path: "new.txt", text: "é" }, { path: "/data/new.txt", bytes: 2 }, "/data/new.txt", "é"],
  [{ path: "a.txt", text: "x" }, { path: "/data/a.txt", bytes: 1 }, "/data/a.txt", "x"],
  [{ path: "c.txt", text: "x" }, { path: "/more/c.txt", bytes: 1 }, "/more/c.txt", "x"],
  [{ path: "/more/new.txt", text: "x" }, { path: "/more/new.txt", bytes: 1 }, "/more/new.txt", "x"],
  [{ path: "a.txt", text: "x", if_exists: "append" }, { path: "/data/a.txt", bytes: 1 }, "/data/a.txt", "añbx"],
  [{ path: "log", text: "x", if_exists: "append" }, { path: "/data/log", bytes: 1 }, "/data/log", "x"],
  [{ path: "log", text: "x", if_exists: "fail" }, { path: "/data/log", bytes: 1 }, "/data/log", "x"],
  [
    { path: "x/y/z.txt", text: "x", create_folders: true },
    { path: "/data/x/y/z.txt", bytes: 1 },
    "/data/x/y/z.txt",
    "x",
  ],
])("writes %j", async (input, expected, path, text) => {
  const { world, call } = setup();
  expect(await call("write_file", input)).toEqual(expected);
  expect(await world.files.readText(path)).toBe(text);
});

it.each<[string, "overwrite" | "append", "no-space" | "io" | "denied", unknown[]]>([
  ["a full disk", "overwrite", "no-space", ["tool_error", "none"]],
  ["a full disk while appending", "append", "no-space", ["tool_error", "maybe"]],
  ["a broken disk", "overwrite", "io", ["tool_error", "maybe"]],
  ["a forbidden file", "overwrite", "denied", ["denied", "none"]],
])("says what may have happened on %s", async (_name, mode, code, expected) => {
  const { world, call } = setup();
  world.files.fail({ operation: mode === "append" ? "append" : "writeAtomic", code });
  const [, errorClass, effect] = await failure(call("write_file", { path: "a.txt", text: "x", if_exists: mode }));
  expect([errorClass, effect]).toEqual(expected);
});

it("tells a search and a run what the tools do", () => {
  const dependencies = catalogWith({ builtins: true });
  const effects = ["read_file", "write_file", "http_request", "reshape"].map((name) => {
    const entry = dependencies.catalog.get(`builtin__${name}`);
    return [name, entry?.readOnly, entry?.repeatable, entry?.idempotencyArgument];
  });
  expect(effects).toEqual([
    ["read_file", true, true, undefined],
    ["write_file", false, false, undefined],
    ["http_request", false, false, "idempotency_key"],
    ["reshape", true, true, undefined],
  ]);
});

it.each([".graph/config.toml", "deep/.GRAPH/plans/x.yaml", "/data/.git/hooks/post-commit"])(
  "writes nothing into %s, which says what may be started",
  async (path) => {
    const { world, call } = setup();
    const [code, errorClass, effect] = await failure(call("write_file", { path, text: "x", create_folders: true }));
    expect([code, errorClass, effect]).toEqual(["tool/not-allowed", "denied", "none"]);
    expect(await world.files.list("/data")).toEqual(["a.txt", "deep", "out"]);
  },
);

const kept = ["/data/cfg/graph/config.toml", "/data/share/", "/data/plans", "/data/caf\u00e9", "/other"];

it.each<[string, string, string]>([
  ["the operator's config", "cfg/graph/config.toml", "/data/cfg/graph/config.toml"],
  ["what would make the config a folder", "cfg/graph/config.toml/x", "/data/cfg/graph/config.toml"],
  ["the trust file", "share/graph/trust.json", "/data/share/"],
  ["a folder of plans", "/data/plans/search_tools.yaml", "/data/plans"],
  ["the folder itself", "plans", "/data/plans"],
  ["a way round", "deep/../plans/x.yaml", "/data/plans"],
  ["a link to it", "linked/x.yaml", "/data/plans"],
  ["another case", "PLANS/x.yaml", "/data/plans"],
  ["another spelling of one letter", "cafe\u0301/x", "/data/caf\u00e9"],
])("refuses to write %s, though it lies in an open folder", async (_name, path, place) => {
  const { world, call } = setup(roots, kept);
  await world.files.makeFolder("/data/plans");
  world.files.link("/data/linked", "/data/plans");
  for (const mode of ["overwrite", "append", "fail"]) {
    expect(await failure(call("write_file", { path, text: "x", create_folders: true, if_exists: mode }))).toEqual([
      "tool/not-allowed",
      "denied",
      "none",
      `Nothing is written to ${place}: what stands there decides what graph may start.`,
    ]);
  }
  expect(await world.files.list("/data")).toEqual(["a.txt", "deep", "linked", "out", "plans"]);
  expect(await world.files.list("/data/plans")).toEqual([]);
});

it.each(["plans.txt", "plans-old/x", "cfg/graph/config.toml.bak", "cfg/graph/other.toml"])(
  "writes %s, which only begins like what is never written",
  async (path) => {
    const { call } = setup(roots, kept);
    expect(await call("write_file", { path, text: "x", create_folders: true })).toEqual({
      path: `/data/${path}`,
      bytes: 1,
    });
  },
);

it("refuses everything when the whole disk is never written", async () => {
  expect((await failure(setup(roots, ["/"]).call("write_file", { path: "a.txt", text: "x" })))[0]).toBe(
    "tool/not-allowed",
  );
});
