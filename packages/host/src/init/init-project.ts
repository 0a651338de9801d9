import path from "node:path";
import type { World } from "@graph/world";

/** What `initProject` did with each file. */
export interface InitResult {
  readonly written: readonly string[];
  /** Files that were there before; they are left as they are. */
  readonly kept: readonly string[];
}

const config = `# The config of this project. Every key is optional; graph refuses keys it does not know.
version = 1

[tools]
# Folders that builtin__read_file and builtin__write_file may use, from the project's folder.
roots = ["."]
# Hosts that builtin__http_request may ask.
# http_hosts = ["api.example.org"]
# Tools that every search returns beside its hits; * stands for any text.
# always_loaded = ["builtin__read_file"]

# Secrets that plans may write into the input of a tool, as <<secrets.PAGER_TOKEN>>: where each one is, never what it is.
# [secrets]
# PAGER_TOKEN = { env = "PAGER_TOKEN" }
# DEPLOY_KEY = { file = "~/.keys/deploy" }

# A server whose tools plans can call as files__… . graph trust shows what a project starts, and trusts it.
# [mcp.files]
# command = "npx"
# args = ["-y", "@modelcontextprotocol/server-filesystem", "."]
# read_only = ["read_*", "list_*"]

# A server behind an address. \${TOKEN} is read from the environment when the server is started.
# [mcp.tickets]
# url = "https://example.org/mcp"
# headers = { Authorization = "Bearer \${TOKEN}" }
`;

const plan = `identifier: hello
name: Hello
description: Greets somebody and counts the letters of the name.
input_schema:
  type: object
  properties:
    name: { type: string, default: world, description: Whom to greet }
steps:
  - id: greeting
    tool_name: builtin__reshape
    input:
      shape:
        text: Hello, <<input.name>>!
        letters: <<length input.name>>
output:
  greeting: <<greeting.text>>
  letters: <<greeting.letters>>
`;

const files: readonly (readonly [name: string, text: string])[] = [
  [".graph/config.toml", config],
  [".graph/plans/hello.yaml", plan],
  [".graph/.gitignore", "# What graph can make anew.\n/state/\n"],
];

/** Makes a small project that runs: a config with comments, one plan, an ignore file. Files that are there are left alone. */
export async function initProject(world: World, folder: string): Promise<InitResult> {
  const written: string[] = [];
  const kept: string[] = [];
  await world.files.makeFolder(folder);
  for (const [name, text] of files) {
    // A link that stands in the way must not lead the files out of the folder.
    const file = await world.files.inside(folder, name, { forWriting: true });
    if ((await world.files.status(file)) !== undefined) {
      kept.push(name);
      continue;
    }
    await world.files.makeFolder(path.dirname(file));
    await world.files.writeAtomic(file, text, { root: folder });
    written.push(name);
  }
  return { written, kept };
}
