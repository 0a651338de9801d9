import { nearestNames } from "@graph/plan";
import type { ConfigReporter } from "./config-reporter.ts";
import { shorten } from "./shorten.ts";

/** Reports a key that does not belong where it stands, with the nearest of those that do. */
export function reportUnknownKey(
  key: string,
  known: readonly string[],
  pointer: string,
  reporter: ConfigReporter,
): void {
  const nearest = nearestNames(key, known);
  const hint = nearest.length > 0 ? `Did you mean ${nearest.map((name) => `\`${name}\``).join(" or ")}?` : "";
  reporter.report(
    {
      code: "schema/unknown-key",
      severity: "error",
      message: `\`${shorten(key)}\` is no key that belongs here. ${hint || `Known are ${known.join(", ")}.`}`,
      expected: known,
      ...(nearest.length > 0 && { suggestions: nearest.map((name) => ({ title: `Write ${name}` })) }),
    },
    pointer,
    "key",
  );
}
