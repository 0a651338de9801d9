import type { CatalogServer, Diagnostic } from "@graph/plan";
import type { ServerConfig } from "../config/config.ts";

/** Why a server is not started at all; `undefined` when it may be. */
export function reasonAway(
  server: ServerConfig,
  trusted: boolean,
): { readonly state: CatalogServer["state"]; readonly reason?: string } | undefined {
  if (server.unusable !== undefined) return { state: "failed", reason: server.unusable };
  if (server.fromProject && !trusted) return { state: "untrusted" };
  return undefined;
}

const notTrusted = "is not started, because this project is not trusted; `graph trust` shows what it would run";

/** A server that is away is a warning: what needs it fails at its own place. */
export function serverDiagnostic(server: CatalogServer, config: ServerConfig | undefined): readonly Diagnostic[] {
  if (server.state === "ok") return [];
  const reason = (server.reason ?? (server.state === "untrusted" ? notTrusted : "does not answer")).replace(/\.$/u, "");
  const effect = server.state === "stale" ? "are those of an earlier session" : "are not there";
  return [
    {
      code: server.state === "untrusted" ? "tool/not-trusted" : "tool/unavailable",
      severity: "warning",
      message: `The tools of the server \`${server.id}\` ${effect}: it ${reason}.`,
      ...config?.place,
    },
  ];
}
