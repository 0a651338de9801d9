import { matchesGlob } from "@graph/builtins";
import { nearestNames, type CatalogServer, type Diagnostic } from "@graph/plan";
import type { PlacedText } from "../config/config.ts";

/** Warns of entries of `[tools] always_loaded` that no tool fits. Only a catalog with every server's tools can tell. */
export function unknownAlwaysLoaded(
  entries: readonly PlacedText[],
  toolNames: readonly string[],
  servers: readonly CatalogServer[],
): readonly Diagnostic[] {
  const away = servers.filter((server) => server.state !== "ok").map((server) => `${server.id}__`);
  return entries.flatMap((entry) => {
    if (toolNames.some((name) => matchesGlob(name, entry.text))) return [];
    // The tools of a server that is away are not known, and the server itself is reported.
    if (away.some((prefix) => entry.text.startsWith(prefix))) return [];
    const nearest = nearestNames(entry.text, toolNames);
    const hint = nearest.length > 0 ? ` The nearest are ${nearest.map((name) => `\`${name}\``).join(", ")}.` : "";
    return [
      {
        code: "tool/unknown" as const,
        severity: "warning" as const,
        message: `\`${entry.text}\` of always_loaded fits no tool; it is left out.${hint}`,
        ...entry.place,
        ...(nearest.length > 0 && { suggestions: nearest.map((name) => ({ title: name })) }),
      },
    ];
  });
}
