import { templatePaths } from "../../template/template-paths.ts";
import { problem, type CheckContext } from "../check-context.ts";
import { own, type StepNode } from "../plan-tree.ts";

/** `idempotency_key`: the tool must have a place for it, and in bodies it must differ from round to round of each. */
export function idempotencyKeys(context: CheckContext): void {
  for (const step of context.tree.all) {
    // What is no text was refused when the plan was read.
    if (typeof own(step.raw, "idempotency_key") !== "string") continue;
    const target = context.targets.get(step);
    const pointer = `${step.pointer}/idempotency_key`;
    const options = { key: true, step: step.path };
    const hasPlace = target?.kind === "call" && target.entry.idempotencyArgument !== undefined;
    if (!hasPlace && target?.kind !== "unknown") {
      const what =
        target?.kind === "call"
          ? `\`${step.tool}\` has no place for an idempotency key`
          : target?.kind === "plan"
            ? "A plan has no place for an idempotency key: give one to its steps"
            : "A control step has no place for an idempotency key: give one to the steps of its body";
      problem(context, "step/idempotency-key", `${what}. Remove it.`, pointer, {
        ...options,
        suggestions: [{ title: "Remove `idempotency_key`", patch: [{ op: "remove", path: pointer }] }],
      });
    } else if (hasPlace) {
      const same = sameIn(step, pointer, context);
      if (same !== undefined)
        problem(context, "step/idempotency-key", repeats(same, itemBodies(step).length === 1), pointer, options);
    }
  }
}

/** A body that is run more than once, and the names by which a step in it can tell its rounds apart. */
interface ItemBody {
  readonly owner: StepNode;
  readonly names: ReadonlySet<string>;
}

/** The innermost body around a step in whose rounds its key is the same. */
function sameIn(step: StepNode, pointer: string, context: CheckContext): ItemBody | undefined {
  const template = context.plan.templates.get(pointer);
  const paths = template === undefined ? [] : templatePaths(template).map(({ path }) => path);
  // It carries the path of every round around it.
  if (paths.some(({ root, segments }) => root === "run" && segments[0] === "id")) return undefined;
  return itemBodies(step).find(({ names }) => !paths.some(({ root }) => names.has(root)));
}

/** The bodies around a step that are run more than once, the innermost first. A name belongs to the innermost that knows it. */
function itemBodies(step: StepNode): readonly ItemBody[] {
  const found: ItemBody[] = [];
  const taken = new Set<string>();
  for (let { list } = step; list.owner !== undefined; list = list.owner.list) {
    // What the rounds have come to may be the same in two of them.
    const rounds = list.roots.filter((name) => name !== "accumulator" && name !== "error");
    if (rounds.length > 0) found.push({ owner: list.owner, names: new Set(rounds.filter((name) => !taken.has(name))) });
    for (const name of rounds) taken.add(name);
  }
  return found;
}

function repeats({ owner, names }: ItemBody, alone: boolean): string {
  const where = alone ? "In a body" : `In each round of \`${owner.path}\``;
  const words = [...names, "run.id"].map((name) => `\`${name}\``).join(" or ");
  const rename =
    names.size === 0 && owner.tool !== "loop"
      ? `, or give the items of \`${owner.path}\` a name of their own with \`as\` and read that`
      : "";
  return `${where} this key is the same every time, so that only the first call would count. Read ${words} in it${rename}.`;
}
