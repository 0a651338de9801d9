import { pointerTo, type JsonObject } from "@graph/plan";
import type { SecretConfig } from "./config.ts";
import type { ConfigLayer } from "./read-layer.ts";

/** The secrets of both files. Of each name the project's table counts as a whole: half of one and half of the other would be a third. */
export function configuredSecrets(
  user: ConfigLayer | undefined,
  project: ConfigLayer | undefined,
  tableOf: (layer: ConfigLayer | undefined) => JsonObject,
): ReadonlyMap<string, SecretConfig> {
  const secrets = new Map<string, SecretConfig>();
  for (const layer of [user, project]) {
    for (const [name, table] of Object.entries(tableOf(layer))) {
      const { env, file } = table as { readonly env?: string; readonly file?: string };
      const place = layer?.keyPlace(pointerTo("/secrets", name));
      secrets.set(name, {
        name,
        ...(env !== undefined && { env }),
        ...(file !== undefined && { file }),
        fromProject: layer === project,
        ...(place !== undefined && { place }),
      });
    }
  }
  return secrets;
}
