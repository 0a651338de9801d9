import { expect, test } from "vitest";
import { worldOfServers } from "../../test-support/played-servers.ts";
import { openProject } from "./open-project.ts";

test.each([
  ["[a__*]", ["a"], ["a__echo"]],
  ["[a__echo, builtin__reshape]", ["a"], ["a__echo", "builtin__reshape"]],
  ["[a__echo, b__echo]", ["a", "b"], ["a__echo", "b__echo"]],
  ["[]", [], []],
])("an agent that may call %s needs the servers %j", async (patterns, servers, tools) => {
  const agent = `identifier: x\ndescription: x\nsteps: [{id: g, tool_name: agent, input: {prompt: p, tools: ${patterns}}}]\n`;
  const { world, starts } = worldOfServers({ a: {}, b: {} }, { "/p/.graph/plans/x.yaml": agent });
  const project = await openProject({ world, dir: "/p", trust: true });
  const check = await project.check("x");
  expect(check.snapshot?.main.body.steps[0]?.tools?.map(({ name }) => name)).toEqual(tools);
  expect([...starts.keys()].sort()).toEqual(servers);
  await project.close();
});

test("an agent that names no tools may call those of every server", async () => {
  const agent = "identifier: x\ndescription: x\nsteps: [{id: g, tool_name: agent, input: {prompt: p}}]\n";
  const { world, starts } = worldOfServers({ a: {}, b: {} }, { "/p/.graph/plans/x.yaml": agent });
  const project = await openProject({ world, dir: "/p", trust: true });
  const check = await project.check("x");
  expect(check.snapshot?.main.body.steps[0]?.tools?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["a__echo", "b__echo"]),
  );
  expect([...starts.keys()].sort()).toEqual(["a", "b"]);
  await project.close();
});
