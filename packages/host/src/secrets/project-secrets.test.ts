import type { JsonObject } from "@graph/plan";
import { simulatedWorld, type SimulatedWorld } from "@graph/world";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { openProject } from "../project/open-project.ts";
import type { Project } from "../project/project.ts";

const shipped = path.dirname(createRequire(import.meta.url).resolve("@graph/plans/package.json"));
const environment = { PAGER_TOKEN: "s3cret-token", CI: "yes", AROUND: "https://s3cret-token@x.test" };

const plan = (input: string, output = "{value: <<a>>}"): string =>
  `identifier: x\ndescription: One.\nsteps:\n  - id: a\n    tool_name: user__echo\n    input: ${input}\noutput: ${output}\n`;

function worldWith(files: Readonly<Record<string, string>>): SimulatedWorld {
  return simulatedWorld({
    files: { "/p/.graph/x": "", [`${shipped}/none.txt`]: "", ...files },
    processes: { workingFolder: "/p", homeFolder: "/home/me", environment },
  });
}

async function open(
  files: Readonly<Record<string, string>>,
  trust?: boolean,
): Promise<Project & { given: JsonObject[] }> {
  const given: JsonObject[] = [];
  const project = await openProject({
    world: worldWith(files),
    dir: "/p",
    ...(trust !== undefined && { trust }),
    tools: [
      {
        name: "echo",
        description: "Gives its input back.",
        inputSchema: { type: "object" },
        run(input: JsonObject) {
          given.push(input);
          return input;
        },
      },
    ],
  });
  return Object.assign(project, { given });
}

const secrets = '[secrets]\nTOKEN = {env = "PAGER_TOKEN"}\n';

test("a tool gets the secret, and nobody sees it", async () => {
  const project = await open(
    { "/p/.graph/config.toml": secrets, "/p/.graph/plans/x.yaml": plan('{t: "Bearer <<secrets.TOKEN>>"}') },
    true,
  );
  const events: string[] = [];
  const result = await project.run("x", {}, { onEvent: (event) => void events.push(JSON.stringify(event)) });
  expect(project.given).toEqual([{ t: "Bearer s3cret-token" }]);
  expect(result.output).toEqual({ value: { t: "Bearer ***" } });
  expect(events.join("")).not.toContain("s3cret");
  expect(project.hideSecrets('"s3cret-token" czNjcmV0LXRva2Vu')).toBe('"***" ***');
  // A call by hand is masked too.
  expect((await project.call("user__echo", { t: "s3cret-token" })).output).toEqual({ t: "***" });
  await project.close();
});

test("a plan that is called by hand as a tool has them as well", async () => {
  const project = await open(
    {
      "/p/.graph/config.toml": `[settings]\nenv = ["CI"]\n${secrets}`,
      "/p/.graph/plans/x.yaml": plan("{t: <<secrets.TOKEN>>, ci: <<env.CI>>}"),
    },
    true,
  );
  expect((await project.call("plan__x", {})).output).toEqual({ value: { t: "***", ci: "yes" } });
  expect(project.given).toEqual([{ t: "s3cret-token", ci: "yes" }]);
  await project.close();
});

test("a plan by its path sees the secrets and the variables too", async () => {
  const project = await open(
    {
      "/p/.graph/config.toml": `[settings]\nenv = ["CI"]\n${secrets}`,
      "/p/other.yaml": plan("{t: <<secrets.TOKEN>>, ci: <<env.CI>>}", "{ci: <<env.CI>>}"),
    },
    true,
  );
  expect((await project.run("./other.yaml", {})).output).toEqual({ ci: "yes" });
  expect(project.given).toEqual([{ t: "s3cret-token", ci: "yes" }]);
  await project.close();
});

test("an untrusted project gets none of the user's variables and files, and is told so", async () => {
  const files = {
    "/home/me/.config/graph/config.toml": '[secrets]\nMINE = {env = "PAGER_TOKEN"}\n',
    "/p/.graph/config.toml": `[settings]\nenv = ["CI"]\n${secrets}KEY = {file = "~/.ssh/key"}\n`,
    "/p/.graph/plans/x.yaml": plan("{t: <<secrets.TOKEN>>, k: <<secrets.KEY>>, m: <<secrets.MINE>>, ci: <<env.CI>>}"),
    "/home/me/.ssh/key": "ssh-key-of-mine",
  };
  const untrusted = await open(files);
  expect(untrusted.trust.things.map(({ name, asks }) => [name, asks])).toEqual([
    ["settings.env", "the environment variable CI, for its plans to read"],
    ["secrets.TOKEN", "the environment variable PAGER_TOKEN, as a secret for its plans"],
    ["secrets.KEY", "the file ~/.ssh/key, as a secret for its plans"],
  ]);
  expect((await untrusted.check("x")).diagnostics.map(({ code, column }) => [code, column])).toEqual([
    ["secret/missing", 16],
    ["secret/missing", 38],
    ["ref/no-such-field", 80],
  ]);
  expect(untrusted.diagnostics().map(({ code, line, message }) => [code, line, message.split(",")[0]])).toEqual([
    ["tool/not-trusted", 2, "CI is not allowed"],
    ["tool/not-trusted", 4, "The secret `TOKEN` has no value"],
    ["tool/not-trusted", 5, "The secret `KEY` has no value"],
  ]);
  await untrusted.close();
  const trusted = await open(files, true);
  expect((await trusted.run("x", {})).status).toBe("succeeded");
  expect(trusted.given).toEqual([{ t: "s3cret-token", k: "ssh-key-of-mine", m: "s3cret-token", ci: "yes" }]);
  await trusted.close();
});

test("a variable that holds a secret is none that plans may read", async () => {
  const project = await open(
    {
      "/p/.graph/config.toml": `[settings]\nenv = ["CI", "PAGER_TOKEN", "AROUND", "NOT_SET"]\n${secrets}`,
      "/p/.graph/plans/x.yaml": plan("{a: <<env.AROUND>>, p: <<env.PAGER_TOKEN>>, ci: <<env.CI>>, n: <<env.NOT_SET>>}"),
    },
    true,
  );
  expect(project.diagnostics().map(({ code, line, column }) => [code, line, column])).toEqual([
    ["schema/keys-conflict", 2, 14],
    ["schema/keys-conflict", 2, 29],
  ]);
  expect((await project.check("x")).diagnostics.map(({ code }) => code)).toEqual(
    Array.from({ length: 3 }, () => "ref/no-such-field"),
  );
  await project.close();
});

test("no plan writes the file of a secret, and one that reads it sees nothing", async () => {
  const project = await open(
    {
      "/p/.graph/config.toml": '[tools]\nroots = ["."]\n[secrets]\nKEY = {file = "keys/one"}\n',
      "/p/keys/one": "s3cret-token\n",
      "/p/keys/two": "",
    },
    true,
  );
  const write = async (file: string): Promise<string> =>
    (await project.call("builtin__write_file", { path: file, text: "another-one" })).status;
  expect([await write("keys/one"), await write("keys/two")]).toEqual(["failed", "succeeded"]);
  expect((await project.call("builtin__read_file", { path: "keys/one" })).output).toMatchObject({ text: "***\n" });
  await project.close();
});

test("trust is asked for again when a secret is another one", async () => {
  const world = worldWith({ "/p/.graph/config.toml": secrets });
  const { trustProject } = await import("../trust/decide-trust.ts");
  const trusted = async (): Promise<boolean> => {
    const project = await openProject({ world, dir: "/p" });
    await project.close();
    return project.trust.trusted;
  };
  const first = await openProject({ world, dir: "/p" });
  await trustProject(world, "/p", first.config);
  expect(await trusted()).toBe(true);
  await world.files.writeAtomic("/p/.graph/config.toml", secrets.replace("PAGER_TOKEN", "CI"));
  expect(await trusted()).toBe(false);
});

test("what a server complains about with a secret in it is told without it", async () => {
  const world = simulatedWorld({
    files: { "/p/.graph/config.toml": `[mcp.a]\ncommand = "a"\n${secrets}`, [`${shipped}/none.txt`]: "" },
    processes: {
      workingFolder: "/p",
      homeFolder: "/home/me",
      environment,
      script(child) {
        child.error("cannot log in with s3cret-token (czNjcmV0LXRva2Vu), s3cret-t\n");
        child.exit(1);
        return true;
      },
    },
  });
  const project = await openProject({ world, dir: "/p", trust: true });
  expect(await project.servers("all")).toMatchObject([
    { id: "a", state: "failed", reason: "exited with code 1: cannot log in with *** (***), ***" },
  ]);
  await project.close();
});
