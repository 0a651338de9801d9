import { simulatedWorld } from "@graph/world";
import { expect, test } from "vitest";
import { initProject } from "./init-project.ts";

test("nothing is written through a link that leads out of the folder", async () => {
  const world = simulatedWorld({ files: { "/p/x": "", "/out/x": "" } });
  world.files.link("/p/.graph", "/out");
  await expect(initProject(world, "/p")).rejects.toMatchObject({ code: "outside-root" });
  expect(await world.files.list("/out")).toEqual(["x"]);
});

test("a folder that is not there yet is made", async () => {
  const world = simulatedWorld();
  expect((await initProject(world, "/new/p")).written).toHaveLength(3);
});
