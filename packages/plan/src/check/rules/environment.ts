import { nearestNames } from "../../nearest-names.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { replaceTag } from "../repairs.ts";
import { atTag } from "../tag-place.ts";

/** Environment variables: a plan reads those only that the operator allows. */
export function environment(context: CheckContext): void {
  const allowed = Object.keys(context.catalog.env ?? {});
  for (const read of context.reads) {
    const [name] = read.path.segments;
    if (read.path.root !== "env" || name === undefined || allowed.includes(String(name))) continue;
    const list = allowed.length === 0 ? "None is." : `Allowed are: ${allowed.join(", ")}.`;
    const message = `The environment variable \`${name}\` is not allowed here, or not set. ${list} \`[settings] env\` in the config lists them.`;
    const near = hints(context) ? nearestNames(String(name), allowed, 1) : [];
    const suggestions = near.flatMap((other) => {
      const patch = replaceTag(read, [other, ...read.path.segments.slice(1)], context);
      return patch === undefined ? [] : [{ title: `Read \`env.${other}\``, patch: [patch] }];
    });
    problem(context, "ref/no-such-field", message, read.pointer, {
      ...atTag(read),
      severity: read.guarded ? "warning" : "error",
      expected: allowed,
      ...(suggestions.length > 0 && { suggestions }),
    });
  }
}
