import type { RunInstruction } from "./case-format.ts";

const variable = (name: string): string => `CASE_SECRET_${name}`;

/** The lines of `config.toml` that let plans read the secrets of a run; nothing when it has none. */
export function secretsConfig({ secrets = {} }: RunInstruction): string {
  const lines = Object.keys(secrets).map((name) => `${name} = {env = "${variable(name)}"}\n`);
  return lines.length === 0 ? "" : `\n[secrets]\n${lines.join("")}`;
}

/** The environment variables that hold them. */
export function secretVariables({ secrets = {} }: RunInstruction): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [variable(name), value]));
}
