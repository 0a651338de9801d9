import { matchesGlob, nearestNames, type CatalogServer, type Diagnostic } from "@graph/plan";
import type { PlacedText } from "../config/config.ts";
import { listedProblems, mostListed } from "../config/listed-problems.ts";
import { shorten } from "../config/shorten.ts";

/** Warns of entries of `[tools] always_loaded` that no tool fits. Only a catalog with every server's tools can tell. */
export function unknownAlwaysLoaded(
  entries: readonly PlacedText[],
  toolNames: readonly string[],
  servers: readonly CatalogServer[],
): readonly Diagnostic[] {
  const away = servers.filter((server) => server.state !== "ok").map((server) => `${server.id}__`);
  const unknown = entries.filter(
    (entry) =>
      !toolNames.some((name) => matchesGlob(name, entry.text)) &&
      // The tools of a server that is away are not known, and the server itself is reported.
      !away.some((prefix) => entry.text.startsWith(prefix)),
  );
  return listedProblems(
    // Only for those that are listed: the nearest names are looked for among all tools.
    unknown.map((entry, index) => warning(entry, index < mostListed ? nearestNames(entry.text, toolNames) : [])),
  );
}

function warning(entry: PlacedText, nearest: readonly string[]): Diagnostic {
  const hint = nearest.length > 0 ? ` The nearest are ${nearest.map((name) => `\`${name}\``).join(", ")}.` : "";
  return {
    code: "tool/unknown",
    severity: "warning",
    message: `\`${shorten(entry.text)}\` of always_loaded fits no tool; it is left out.${hint}`,
    ...entry.place,
    ...(nearest.length > 0 && { suggestions: nearest.map((name) => ({ title: name })) }),
  };
}
