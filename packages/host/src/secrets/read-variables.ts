import type { Diagnostic } from "@graph/plan";
import type { World } from "@graph/world";
import type { Config } from "../config/config.ts";
import { listedProblems } from "../config/listed-problems.ts";
import type { ProjectSecrets } from "./read-secrets.ts";

/** The environment variables that plans may read, as they are set now. */
export interface ProjectVariables {
  /** `undefined` when there is none. */
  readonly values: { readonly [name: string]: string } | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the variables that `[settings] env` allows, those of `refused` excepted. One that holds a secret is left out: a plan could write
 * it anywhere, while a secret goes into a tool's input only.
 */
export function readVariables(
  world: World,
  config: Config,
  refused: ReadonlySet<unknown>,
  secrets: ProjectSecrets,
): ProjectVariables {
  const values: [string, string][] = [];
  const problems: Diagnostic[] = [];
  for (const entry of config.variables) {
    const value = refused.has(entry) ? undefined : world.processes.environment(entry.text);
    if (value === undefined) continue;
    const masked = secrets.source?.redactor.text(value) ?? value;
    if (masked === value) values.push([entry.text, value]);
    else {
      const message = `The environment variable \`${entry.text}\` holds a secret, so no plan may read it as \`env.${entry.text}\`. Take it out of \`[settings] env\`; a tool's input reads the secret as \`secrets.NAME\`.`;
      problems.push({ code: "schema/keys-conflict", severity: "error", message, ...entry.place });
    }
  }
  return {
    values: values.length === 0 ? undefined : Object.fromEntries(values),
    diagnostics: listedProblems(problems),
  };
}
