import type { Catalog, CatalogEntry, CatalogServer } from "../src/catalog.ts";
import type { JsonObject } from "../src/json.ts";
import { parsePlan } from "../src/parse-plan.ts";
import type { ParsedPlan } from "../src/parsed-plan.ts";

/** A closed object of these properties. */
const closed = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** A tool that only reads and may be called again, unless `more` says otherwise. */
export const tool = (name: string, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object" },
  owner: { kind: "user", namespace: "fake" },
  readOnly: true,
  repeatable: true,
  trustedReadOnly: true,
  ...more,
});

const writes = { readOnly: false, repeatable: false, trustedReadOnly: false } as const;
const text = { type: "string" };
const onServer = (name: string): Partial<CatalogEntry> => ({ owner: { kind: "server", server: "srv", tool: name } });

/** What most tests of the checker need: tools that read and that write, one with a shape, those that ask models, one server. */
const entries: readonly CatalogEntry[] = [
  tool("builtin__agent_turn"),
  tool("builtin__decide"),
  tool("builtin__infer"),
  tool("fake__echo"),
  tool("fake__list", {
    inputSchema: closed({ team: text, max: { type: "integer" } }),
    outputSchema: closed({
      items: { type: "array", items: closed({ name: text, score: { type: "number" } }, ["name"]) },
      total: { type: "integer" },
      done: { type: "boolean" },
    }),
  }),
  tool("fake__send", {
    ...writes,
    inputSchema: closed({ to: text, count: { type: "integer" }, key: text }, ["to"]),
    outputSchema: closed({ id: text }, ["id"]),
    idempotencyArgument: "key",
  }),
  tool("fake__write", writes),
  // Its definition alone says that it reads.
  tool("srv__find", { ...onServer("find"), repeatable: false, trustedReadOnly: false }),
  tool("srv__save", { ...onServer("save"), ...writes }),
  tool("srv__odd", { ...onServer("odd"), unusable: "its schema has the type `objekt`" }),
];

const servers: readonly CatalogServer[] = [
  { id: "srv", state: "ok", tools: 3 },
  { id: "down", state: "failed", reason: "exit code 1", tools: 0 },
];

interface CatalogOptions {
  /** Texts of plans, called by their identifiers. */
  readonly plans?: readonly string[];
  /** Names of tools that are left out. */
  readonly without?: readonly string[];
  readonly secrets?: Catalog["secrets"];
  readonly env?: Catalog["env"];
}

/** A catalog of a dozen tools, with plans, secrets and environment variables. */
export function smallCatalog(options: CatalogOptions = {}): Catalog {
  const { plans = [], without = [], env = { STAGE: "test", REGION: "north" } } = options;
  const secrets =
    options.secrets ??
    new Map([
      ["TOKEN", "set"],
      ["EMPTY", "unset"],
      ["PIN", "short"],
    ] as const);
  const parsed = new Map<string, ParsedPlan>();
  for (const source of plans) {
    const { identifier } = parsePlan(source);
    parsed.set(`plan__${identifier}`, parsePlan(source, { file: `${identifier}.yaml` }));
  }
  const all = new Map<string, CatalogEntry>();
  for (const entry of entries) if (!without.includes(entry.name)) all.set(entry.name, entry);
  for (const [name, plan] of parsed)
    all.set(name, tool(name, { owner: { kind: "plan", identifier: plan.identifier } }));
  return {
    get: (name) => all.get(name),
    entries: () => all.values(),
    servers: () => servers,
    plan: (name) => parsed.get(name),
    secrets,
    env,
  };
}
