import { defaultCeilings, parseDuration, type Ceilings, type JsonObject } from "@graph/plan";
import type { Config, RaisedSetting } from "./config.ts";
import type { ConfigLayer } from "./read-layer.ts";

const ceilingKeys = [
  "max_steps",
  "max_items",
  "max_depth",
  "max_plan_steps",
  "max_concurrency",
] as const satisfies readonly (keyof Ceilings)[];

type LimitSettings = Pick<Config, "ceilings" | "defaultTimeoutMs" | "raised">;

/**
 * The limits of both files. The project's may lower them; what it raises stands in `raised`, because a stranger's project must not
 * lift the limits that its user has set.
 */
export function limitSettings(
  user: ConfigLayer | undefined,
  project: ConfigLayer | undefined,
  tableOf: (layer: ConfigLayer | undefined) => JsonObject,
): LimitSettings {
  const raised: RaisedSetting[] = [];
  const settle = (key: RaisedSetting["key"], own: number | undefined, limit: number, stated: number | undefined) => {
    if (own === undefined) return stated;
    if (own <= limit) return own;
    const place = project?.place(`/settings/${key}`);
    raised.push({ key, value: own, instead: limit, ...(place !== undefined && { place }) });
    return stated;
  };
  const [users, projects] = [tableOf(user), tableOf(project)];
  const ceilings = ceilingKeys.flatMap((key) => {
    const stated = numberAt(users, key);
    const value = settle(key, numberAt(projects, key), stated ?? defaultCeilings[key] ?? Infinity, stated);
    return value === undefined ? [] : [[key, value] as const];
  });
  const stated = durationAt(users, "default_timeout");
  const timeoutMs = settle("default_timeout", durationAt(projects, "default_timeout"), stated ?? Infinity, stated);
  return {
    ceilings: Object.fromEntries(ceilings),
    ...(timeoutMs !== undefined && { defaultTimeoutMs: timeoutMs }),
    raised,
  };
}

/** The config of a project that is trusted: what its own file raises counts. */
export function withRaised(config: Config): Config {
  const timeout = config.raised.find((setting) => setting.key === "default_timeout");
  const rest = config.raised.filter((setting) => setting !== timeout).map(({ key, value }) => [key, value] as const);
  return {
    ...config,
    ceilings: { ...config.ceilings, ...Object.fromEntries(rest) },
    ...(timeout !== undefined && { defaultTimeoutMs: timeout.value }),
  };
}

/** A raised setting in words: `1000000 instead of 100`. */
export function describeRaised({ key, value, instead }: RaisedSetting): string {
  const unit = key === "default_timeout" ? " ms" : "";
  return `${value}${unit} instead of ${instead}${unit}`;
}

function numberAt(table: JsonObject, key: string): number | undefined {
  const value = table[key];
  return typeof value === "number" ? value : undefined;
}

function durationAt(table: JsonObject, key: string): number | undefined {
  const value = table[key];
  return typeof value === "string" ? parseDuration(value) : undefined;
}
