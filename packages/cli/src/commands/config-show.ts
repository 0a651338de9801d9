import type { Config } from "@graph/host";
import type { Command } from "../context.ts";
import { exitCode } from "../exit-code.ts";
import { reportProject } from "../output/project-notes.ts";

/** `graph config show`: the config as it counts, as JSON, with and without `--json`. Variables stand there as `${NAME}`, secrets without values. */
export const run: Command = async (context) => {
  const project = await context.openProject();
  const diagnostics = reportProject(context, project);
  const { config, trust } = project;
  context.streams.document({
    folder: project.folder,
    files: [...config.texts.keys()],
    trust: { trusted: trust.trusted, by: trust.by },
    settings: {
      ...(config.defaultTimeoutMs !== undefined && { default_timeout_ms: config.defaultTimeoutMs }),
      ...config.ceilings,
      ...(config.variables.length > 0 && { env: config.variables.map((entry) => entry.text) }),
    },
    mcp: Object.fromEntries([...config.servers.values()].map((server) => [server.id, serverDocument(server)])),
    tools: {
      always_loaded: config.alwaysLoaded.map((entry) => entry.text),
      roots: config.roots.map((entry) => entry.text),
      http_hosts: config.httpHosts.map((entry) => entry.text),
      synonyms: config.synonyms,
    },
    secrets: Object.fromEntries([...config.secrets.values()].map(({ name, env, file }) => [name, { env, file }])),
    plans: { paths: config.planFolders.map((entry) => entry.text) },
    engine: { kind: config.engine },
    ...(context.json && { diagnostics }),
  });
  return exitCode.done;
};

function serverDocument(server: Config["servers"] extends ReadonlyMap<string, infer Server> ? Server : never): unknown {
  const { id: _id, place: _place, toolOverrides, ...rest } = server;
  const overrides = [...toolOverrides].map(([tool, override]) => [tool, asSpelt(override)] as const);
  return {
    ...asSpelt({ ...rest, env: hideLiterals(server.env), headers: hideLiterals(server.headers) }),
    tool_overrides: Object.fromEntries(overrides),
  };
}

/** The keys of a table as the config file spells them; what is below them stays as it is. */
function asSpelt(table: object): Readonly<Record<string, unknown>> {
  const spelt = (key: string): string => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(table).map(([key, value]: [string, unknown]) => [spelt(key), value]));
}

/** A value that is written out in the file is most likely a secret; the name of a variable is none. */
function hideLiterals(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, value.includes("${") ? value : "***"]));
}
