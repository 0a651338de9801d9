import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { openProjectStore } from "./project-store.ts";

test("a document is kept, and the folder is not for git", async () => {
  const world = simulatedWorld({ files: { "/p/x": "" } });
  const store = openProjectStore(world, "/p");
  expect(await store.read("catalogs")).toBeUndefined();
  await store.write("catalogs", { version: 1 });
  expect(await store.read("catalogs")).toEqual({ version: 1 });
  expect(await world.files.readText("/p/.graph/state/.gitignore")).toBe("# What graph can make anew.\n*\n");
  expect(store.notes).toEqual([]);
});

test("a broken document is set aside with a note", async () => {
  const world = simulatedWorld({ files: { "/p/.graph/state/catalogs.json": "{oops" } });
  const store = openProjectStore(world, "/p");
  expect(await store.read("catalogs")).toBeUndefined();
  expect(await world.files.readText("/p/.graph/state/catalogs.json.broken")).toBe("{oops");
  expect(await world.files.status("/p/.graph/state/catalogs.json")).toBeUndefined();
  expect(store.notes.map(({ severity, file }) => [severity, file])).toEqual([["note", ".graph/state/catalogs.json"]]);
});

test("a write that fails is a note and takes nothing down", async () => {
  const world = simulatedWorld({ files: { "/p/.graph/state": "a file where the folder should be" } });
  const store = openProjectStore(world, "/p");
  await store.write("catalogs", 1);
  expect(store.notes).toHaveLength(1);
});

test("a name is never a path", async () => {
  const store = openProjectStore(simulatedWorld(), "/p");
  await expect(store.read("../x")).rejects.toThrow(RangeError);
});

test.each([
  ["the folder", "/p/.graph/state", "/out"],
  ["the document", "/p/.graph/state/catalogs.json", "/out/x.json"],
  ["its folder, to nothing yet", "/p/.graph/state", "/out/not-there"],
])("nothing goes through a link that a project brings along: %s", async (_, from, to) => {
  const world = simulatedWorld({ files: { "/p/.graph/x": "", "/out/x.json": "{}", "/out/catalogs.json": "[1]" } });
  if (from.endsWith(".json")) await world.files.makeFolder("/p/.graph/state");
  world.files.link(from, to);
  const store = openProjectStore(world, "/p");
  expect(await store.read("catalogs")).toBeUndefined();
  await store.write("catalogs", { version: 1 });
  expect(await world.files.list("/out")).toEqual(["catalogs.json", "x.json"]);
  expect(await world.files.readText("/out/catalogs.json")).toBe("[1]");
  expect(await world.files.readText("/out/x.json")).toBe("{}");
  expect(store.notes.length).toBeGreaterThan(0);
});
