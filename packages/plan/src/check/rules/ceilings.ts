import type { Ceilings } from "../../catalog.ts";
import { defaultCeilings } from "../../default-ceilings.ts";
import { isObject } from "../../grammar/is-object.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";

const ceilingOf: Readonly<Record<string, keyof Ceilings>> = {
  max_steps: "max_steps",
  max_items: "max_items",
  depth: "max_depth",
  max_plan_steps: "max_plan_steps",
  concurrency: "max_concurrency",
};

/** Limits that are raised above what the operator allows. */
export function ceilings(context: CheckContext): void {
  const limits = own(context.plan.data, "limits");
  if (!isObject(limits)) return;
  const operator = context.catalog.ceilings ?? {};
  for (const [key, name] of Object.entries(ceilingOf)) {
    const stated = own(limits, key);
    const ceiling = operator[name] ?? defaultCeilings[name];
    if (typeof stated !== "number" || ceiling === undefined || stated <= ceiling) continue;
    const who = operator[name] === undefined ? "" : " by the operator's settings";
    problem(
      context,
      "schema/bad-value",
      `\`${key}\` may be at most ${ceiling}${who}, not ${stated}.`,
      `/limits/${key}`,
      {
        expected: [String(ceiling)],
        suggestions: [
          { title: `Write ${ceiling}`, patch: [{ op: "replace", path: `/limits/${key}`, value: ceiling }] },
        ],
      },
    );
  }
}
