import type { Diagnostic, SourceRange } from "@graph/plan";
import type { Config } from "../config/config.ts";
import { listedProblems } from "../config/listed-problems.ts";
import { shorten } from "../config/shorten.ts";
import type { TrustDecision } from "./decide-trust.ts";
import { refusedEntries } from "./refused-entries.ts";

/** Says what of the project's config does not count before it is trusted: folders, hosts, variables, secrets, higher limits. */
export function untrustedAccess(config: Config, trust: TrustDecision): readonly Diagnostic[] {
  const refused = refusedEntries(trust);
  const isRefused = (entry: unknown): boolean => refused.has(entry);
  return listedProblems([
    ...[...config.roots, ...config.httpHosts, ...config.variables]
      .filter(isRefused)
      .map((entry) => notTrusted(`${shorten(entry.text)} is not allowed`, entry)),
    ...[...config.secrets.values()]
      .filter(isRefused)
      .map((secret) => notTrusted(`The secret \`${shorten(secret.name)}\` has no value`, secret)),
    ...config.raised.filter(isRefused).map((entry) => notTrusted(`${entry.key} stays at ${entry.instead}`, entry)),
  ]);
}

function notTrusted(what: string, entry: { readonly place?: SourceRange }): Diagnostic {
  return {
    code: "tool/not-trusted",
    severity: "warning",
    message: `${what}, because this project is not trusted; \`graph trust\` shows what it asks for.`,
    ...entry.place,
  };
}
