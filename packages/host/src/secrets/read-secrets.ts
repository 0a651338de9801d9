import path from "node:path";
import type { Diagnostic } from "@graph/plan";
import type { SecretSource } from "@graph/runner";
import { WorldError, type World } from "@graph/world";
import type { Config, SecretConfig } from "../config/config.ts";
import { expandHome } from "../config/home-folder.ts";
import { listedProblems } from "../config/listed-problems.ts";
import { shorten } from "../config/shorten.ts";

/** The secrets of a project as they were when it was opened. */
export interface ProjectSecrets {
  readonly states: ReadonlyMap<string, "set" | "unset" | "short">;
  /** The values that can be used, for what masks them. */
  readonly values: readonly string[];
  /** `undefined` when the config names no secret. */
  readonly source: SecretSource | undefined;
  /** Why a secret has no value, or none that can be used. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A key or a bundle of keys; what is larger is no secret. */
const maxSecretBytes = 64 * 1024;

/** Reads the values of the config's secrets, those of `refused` excepted. Never rejects: what cannot be read has no value. */
export async function readSecrets(
  world: World,
  folder: string,
  config: Config,
  refused: ReadonlySet<unknown>,
): Promise<ProjectSecrets> {
  const configured = [...config.secrets.values()];
  if (configured.length === 0) return { states: new Map(), values: [], source: undefined, diagnostics: [] };
  const { createSecretSource, secretState } = await import("@graph/runner");
  const found = await Promise.all(
    configured.map(async (secret) => {
      const { value, problem }: Found = refused.has(secret) ? {} : await readSecret(world, folder, secret);
      return { secret, value, problem, state: secretState(value) };
    }),
  );
  const values = new Map<string, string>();
  for (const { secret, value, state } of found) {
    if (value !== undefined && state === "set") values.set(secret.name, value);
  }
  const problems = found.flatMap(({ secret, problem, state }) =>
    state === "short" ? [tooShort(secret)] : (problem ?? []),
  );
  return {
    states: new Map(found.map(({ secret, state }) => [secret.name, state])),
    values: [...values.values()],
    source: createSecretSource(values),
    diagnostics: listedProblems(problems),
  };
}

interface Found {
  readonly value?: string;
  /** Why there is none. */
  readonly problem?: Diagnostic;
}

async function readSecret(world: World, folder: string, secret: SecretConfig): Promise<Found> {
  if (secret.env !== undefined) {
    const value = world.processes.environment(secret.env);
    if (value !== undefined && value !== "") return { value };
    return { problem: missing(secret, "note", `the environment variable ${secret.env} is not set`) };
  }
  // A table with an error has been reported where it stands.
  return secret.file === undefined ? {} : readFile(world, folder, secret, secret.file);
}

async function readFile(world: World, folder: string, secret: SecretConfig, file: string): Promise<Found> {
  const place = path.resolve(folder, expandHome(world, file));
  try {
    // Asked first, because reading from a pipe would wait for whoever writes into it.
    const status = await world.files.status(place);
    if (status === undefined) return { problem: missing(secret, "note", `there is no file ${shorten(file)}`) };
    if (status.kind !== "file") return { problem: missing(secret, "warning", `${shorten(file)} is not a file`) };
    const text = await world.files.readText(place, { maxBytes: maxSecretBytes });
    const value = text.replace(/\r?\n$/u, "");
    return value === "" ? { problem: missing(secret, "warning", `the file ${shorten(file)} is empty`) } : { value };
  } catch (error) {
    const isTooBig = error instanceof WorldError && error.code === "too-big";
    const reason = isTooBig ? "is over 64 KiB" : "cannot be read";
    return { problem: missing(secret, "warning", `the file ${shorten(file)} ${reason}`) };
  }
}

function missing(secret: SecretConfig, severity: "note" | "warning", reason: string): Diagnostic {
  const message = `The secret \`${shorten(secret.name)}\` has no value: ${reason}.`;
  return { code: "secret/missing", severity, message, ...secret.place };
}

/** A warning: the plan that names it is refused at its own place. */
function tooShort(secret: SecretConfig): Diagnostic {
  const message = `The secret \`${shorten(secret.name)}\` is shorter than 6 characters: it could not be kept out of what is shown, so no plan gets it. Use a longer one.`;
  return { code: "secret/too-short", severity: "warning", message, ...secret.place };
}
