import type { Processes } from "@graph/world";

/** What a server inherits: enough to find its program and its user, and no key or token of this process. */
const inherited = ["HOME", "PATH", "SHELL", "TERM", "LANG", "USER", "LOGNAME", "TMPDIR"];
/** Without these no program starts on Windows. */
const inheritedOnWindows = [
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "COMSPEC",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** The variable that carries the depth; see `createFederation`. */
const depthVariable = "GRAPH_DEPTH";

/** How deep this process was called, from the variable its caller set; 0 when nobody did. */
export function inheritedDepth(processes: Processes): number {
  const depth = Number(processes.environment(depthVariable) ?? 0);
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** The whole environment of a server's process. */
export function childEnvironment(
  processes: Processes,
  configured: Readonly<Record<string, string>> | undefined,
  depth: number,
): Readonly<Record<string, string>> {
  const environment = new Map<string, string>();
  for (const name of processes.platform === "win32" ? [...inherited, ...inheritedOnWindows] : inherited) {
    const value = processes.environment(name);
    // An exported shell function is code: older shells run it.
    if (value !== undefined && !value.startsWith("()")) environment.set(name, value);
  }
  for (const [name, value] of Object.entries(configured ?? {})) environment.set(name, value);
  environment.set(depthVariable, String(depth));
  return Object.fromEntries(environment);
}
