import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";

/** `cache`: only for calls of tools that somebody with the authority to say so calls read-only. */
export function caches(context: CheckContext): void {
  for (const step of context.tree.all) {
    if (own(step.raw, "cache") === undefined) continue;
    const target = context.targets.get(step);
    if (target === undefined || target.kind === "unknown") continue;
    const readOnly = target.kind === "call" && target.entry.readOnly && target.entry.trustedReadOnly === true;
    if (readOnly) continue;
    const pointer = `${step.pointer}/cache`;
    const what =
      target.kind !== "call"
        ? `\`${step.tool}\` is no tool, and only calls of tools are cached`
        : target.entry.readOnly
          ? `only the definition of \`${step.tool}\` itself says that it reads; the operator's config must say so too`
          : `\`${step.tool}\` may write`;
    problem(context, "step/cache-on-write", `The result of this step cannot be cached: ${what}.`, pointer, {
      key: true,
      step: step.path,
      suggestions: [{ title: "Remove `cache`", patch: [{ op: "remove", path: pointer }] }],
    });
  }
}
