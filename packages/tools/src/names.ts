import type { DiagnosticCode } from "@graph/plan";

/** What every public name fits: model APIs, the strictest of them, take no other. */
export const publicNamePattern: RegExp = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;

/** Most characters of a public name. */
export const publicNameLength = 63;

/** Most characters of a server id, and of a namespace. */
const serverIdLength = 20;

/** Names that no server may have, because graph uses them itself. */
export const reservedServerIds: readonly string[] = ["builtin", "builtin_plan", "plan", "user", "agent"];

// No `__` inside and no `_` at the end: the first `__` of a public name always ends its server id, so that names of two servers never meet.
const serverId = /^[a-z][a-z0-9-]*(_[a-z0-9-]+)*$/;

/** Why a name cannot be used. */
export interface NameProblem {
  readonly code: Extract<DiagnosticCode, "name/bad-name" | "name/reserved">;
  readonly message: string;
}

/** What is wrong with a server id; `undefined` when nothing is. */
export function checkServerId(id: string): NameProblem | undefined {
  return (
    checkPattern(id, "server id") ??
    (reservedServerIds.includes(id)
      ? { code: "name/reserved", message: `\`${id}\` is a name that graph uses itself; give the server another id.` }
      : undefined)
  );
}

/** What is wrong with a namespace for in-process tools; `undefined` when nothing is. `builtin` and `user` are fine. */
export function checkNamespace(namespace: string): NameProblem | undefined {
  if (namespace === "builtin" || namespace === "user") return undefined;
  return (
    checkPattern(namespace, "namespace") ??
    (reservedServerIds.includes(namespace)
      ? {
          code: "name/reserved",
          message: `\`${namespace}\` is a namespace that graph uses itself; choose another one.`,
        }
      : undefined)
  );
}

function checkPattern(name: string, kind: string): NameProblem | undefined {
  if (name.length <= serverIdLength && serverId.test(name)) return undefined;
  const rule = `at most ${serverIdLength} lowercase letters, digits and \`-\`, beginning with a letter; a single \`_\` may stand between them`;
  return { code: "name/bad-name", message: `\`${name}\` cannot be a ${kind}: ${rule}.` };
}
