import { usage } from "../template/helpers/helper.ts";
import { helpers } from "../template/helpers/index.ts";
import type { PathExpression } from "../template/template.ts";

/** What to add about a name that is no step and no field but a helper: it was written without its arguments. */
export function helperUsage({ root, segments }: PathExpression): string {
  const helper = segments.length === 0 ? helpers.get(root) : undefined;
  return helper === undefined ? "" : ` \`${root}\` is a helper and lacks its arguments: \`<<${usage(helper)}>>\`.`;
}
