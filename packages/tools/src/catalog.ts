import { type Catalog, type CatalogServer, type Ceilings, type ParsedPlan, sha256, type ToolOwner } from "@graph/plan";
import { DefinitionError } from "./definition-error.ts";
import { checkDefinition } from "./define-tool.ts";
import { toolEffects } from "./effects.ts";
import { checkNamespace, checkServerId, publicNamePattern } from "./names.ts";
import { planTool, type PlanRegistration } from "./plan-tool.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { registerTool } from "./register-tool.ts";
import type { Tool } from "./tool.ts";

/** How an in-process tool is registered. */
export interface AddOptions {
  /** What stands before `__` in the public name. Default `user`; `builtin` is for graph's own tools. */
  readonly namespace?: string;
  /** The operator's word over the tool's annotations. */
  readonly readOnly?: boolean;
  readonly idempotent?: boolean;
}

/** Whose tools: all of graph's own, of one plan, of one server, of one namespace. */
export type OwnerSelector =
  | { readonly kind: "builtin" }
  | { readonly kind: "plan"; readonly identifier: string }
  | { readonly kind: "server"; readonly server: string }
  | { readonly kind: "user"; readonly namespace: string };

/** The tools that plans are checked against and searches look through. Names are looked up, never split. */
export interface ToolCatalog extends Catalog {
  get(name: string): RegisteredTool | undefined;
  /** The tool that a server or a namespace calls `raw`. */
  own(owner: string, raw: string): RegisteredTool | undefined;
  entries(): readonly RegisteredTool[];
  servers(): readonly CatalogServer[];
  /**
   * Registers a tool of this process and gives back its record. Its own word counts: read-only or idempotent makes it repeatable.
   * Throws a `DefinitionError`: `name/bad-name`, `name/reserved`, `name/duplicate` or `tool/unusable`.
   */
  add(tool: Tool, options?: AddOptions): RegisteredTool;
  /** Replaces all tools of a server at once. Throws a `DefinitionError` when the id cannot be used or a name is taken; then nothing has changed. */
  addServerTools(server: string, tools: readonly RegisteredTool[]): void;
  /** Registers a plan as `plan__x`, or `builtin_plan__x` for one that was replaced; one of that name before is replaced. */
  addPlan(plan: ParsedPlan, options?: PlanRegistration): RegisteredTool;
  /** Takes out all tools of an owner, and a server's state with them; how many tools there were. */
  remove(owner: OwnerSelector): number;
  /** Says how a server is; `tools` is counted by the catalog. */
  setServer(state: Omit<CatalogServer, "tools">): void;
  /** Says which secrets there are, and whether each can be used. */
  setSecrets(secrets: NonNullable<Catalog["secrets"]>): void;
  /** SHA-256 over the names and digests of all tools, hex. */
  readonly digest: string;
  /** Goes up with every change: what a long-lived host compares. */
  readonly version: number;
}

/** Makes an empty catalog. */
export function createCatalog(
  options: { readonly ceilings?: Partial<Ceilings>; readonly env?: NonNullable<Catalog["env"]> } = {},
): ToolCatalog {
  return new MapCatalog(options.ceilings, options.env);
}

class MapCatalog implements ToolCatalog {
  readonly ceilings?: Partial<Ceilings>;
  readonly env?: NonNullable<Catalog["env"]>;
  secrets: NonNullable<Catalog["secrets"]> = new Map();
  version = 0;
  readonly #tools = new Map<string, RegisteredTool>();
  /** By owner and raw name, which NUL keeps apart. */
  readonly #own = new Map<string, RegisteredTool>();
  readonly #plans = new Map<string, ParsedPlan>();
  readonly #servers = new Map<string, Omit<CatalogServer, "tools">>();
  #sorted: readonly RegisteredTool[] | undefined;
  #digest: string | undefined;

  constructor(ceilings: Partial<Ceilings> | undefined, env: Catalog["env"]) {
    if (ceilings !== undefined) this.ceilings = ceilings;
    if (env !== undefined) this.env = env;
  }

  setSecrets(secrets: NonNullable<Catalog["secrets"]>): void {
    this.secrets = secrets;
    this.version++;
  }

  get(name: string): RegisteredTool | undefined {
    return this.#tools.get(name);
  }

  own(owner: string, raw: string): RegisteredTool | undefined {
    return this.#own.get(`${owner}\0${raw}`);
  }

  plan(name: string): ParsedPlan | undefined {
    return this.#plans.get(name);
  }

  entries(): readonly RegisteredTool[] {
    return (this.#sorted ??= [...this.#tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  servers(): readonly CatalogServer[] {
    const counts = new Map<string, number>();
    for (const { owner } of this.#tools.values()) {
      if (owner.kind === "server") counts.set(owner.server, (counts.get(owner.server) ?? 0) + 1);
    }
    const states = [...this.#servers.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return states.map(({ id, state, reason }) => {
      const tools = counts.get(id) ?? 0;
      return reason === undefined ? { id, state, tools } : { id, state, reason, tools };
    });
  }

  get digest(): string {
    return (this.#digest ??= sha256(
      this.entries()
        .map((tool) => `${tool.name} ${tool.digest}\n`)
        .join(""),
    ));
  }

  add(tool: Tool, options: AddOptions = {}): RegisteredTool {
    const { namespace = "user", ...word } = options;
    checkDefinition(tool);
    const problem = checkNamespace(namespace);
    if (problem !== undefined) throw new DefinitionError(problem.code, namespace, problem.message);
    const name = `${namespace}__${tool.name}`;
    if (!publicNamePattern.test(name)) {
      throw new DefinitionError(
        "name/bad-name",
        name,
        `\`${name}\` is longer than 63 characters: shorten the tool's name or its namespace.`,
      );
    }
    if (this.#tools.has(name) || this.#servers.has(namespace)) throw taken(name);
    const { annotations } = tool;
    const effects = toolEffects({ ...word, trusted: true, ...(annotations === undefined ? {} : { annotations }) });
    const owner: ToolOwner = namespace === "builtin" ? { kind: "builtin" } : { kind: "user", namespace };
    const entry = registerTool(tool, {
      ...effects,
      name,
      owner,
      call: (input, context) => tool.run(input as never, context) as ReturnType<NonNullable<RegisteredTool["call"]>>,
    });
    this.#put(entry, namespace, tool.name);
    return entry;
  }

  addServerTools(server: string, tools: readonly RegisteredTool[]): void {
    const problem = checkServerId(server);
    if (problem !== undefined) throw new DefinitionError(problem.code, server, problem.message);
    if (this.#has({ kind: "user", namespace: server })) throw taken(server);
    const names = new Set<string>();
    for (const { name, owner } of tools) {
      if (
        !publicNamePattern.test(name) ||
        !name.startsWith(`${server}__`) ||
        !isOwner({ kind: "server", server }, owner)
      ) {
        throw new DefinitionError(
          "name/bad-name",
          name,
          `\`${name}\` is no public name of a tool of the server \`${server}\`.`,
        );
      }
      if (names.has(name)) throw taken(name);
      names.add(name);
    }
    this.#drop({ kind: "server", server });
    if (!this.#servers.has(server)) this.#servers.set(server, { id: server, state: "ok" });
    for (const tool of tools) this.#put(tool, server, tool.owner.kind === "server" ? tool.owner.tool : tool.name);
    this.#changed();
  }

  addPlan(plan: ParsedPlan, options: PlanRegistration = {}): RegisteredTool {
    const entry = planTool(plan, options);
    this.#plans.set(entry.name, plan);
    this.#put(entry, options.namespace ?? "plan", plan.identifier);
    return entry;
  }

  remove(owner: OwnerSelector): number {
    const count = this.#drop(owner);
    if (owner.kind === "server") this.#servers.delete(owner.server);
    this.#changed();
    return count;
  }

  setServer(state: Omit<CatalogServer, "tools">): void {
    this.#servers.set(state.id, state);
    this.#changed();
  }

  #put(tool: RegisteredTool, owner: string, raw: string): void {
    this.#tools.set(tool.name, tool);
    this.#own.set(`${owner}\0${raw}`, tool);
    this.#changed();
  }

  #has(selector: OwnerSelector): boolean {
    return [...this.#tools.values()].some((tool) => isOwner(selector, tool.owner));
  }

  #drop(selector: OwnerSelector): number {
    const gone = new Set([...this.#tools.values()].filter((tool) => isOwner(selector, tool.owner)));
    for (const tool of gone) {
      this.#tools.delete(tool.name);
      this.#plans.delete(tool.name);
    }
    for (const [key, tool] of this.#own) if (gone.has(tool)) this.#own.delete(key);
    return gone.size;
  }

  #changed(): void {
    this.version += 1;
    this.#sorted = undefined;
    this.#digest = undefined;
  }
}

function isOwner(selector: OwnerSelector, owner: ToolOwner): boolean {
  if (selector.kind === "plan") return owner.kind === "plan" && owner.identifier === selector.identifier;
  if (selector.kind === "server") return owner.kind === "server" && owner.server === selector.server;
  if (selector.kind === "user") return owner.kind === "user" && owner.namespace === selector.namespace;
  return owner.kind === "builtin";
}

function taken(name: string): DefinitionError {
  return new DefinitionError(
    "name/duplicate",
    name,
    `The name \`${name}\` is taken by another tool; choose another name or namespace.`,
  );
}
