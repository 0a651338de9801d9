/** One environment variable of this process; `undefined` when it is not set. */
export function readEnvironment(name: string): string | undefined {
  return Object.hasOwn(process.env, name) ? process.env[name] : undefined;
}
