import { nearestNames } from "../../nearest-names.ts";
import { isWithin } from "../../source/json-pointer.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import type { Read } from "../reads.ts";
import { replaceTag } from "../repairs.ts";
import { atTag } from "../tag-place.ts";

/** Secrets stand alone or in plain text, in the input of a tool, and nowhere else; and each one has to be there. */
export function secrets(context: CheckContext): void {
  for (const read of context.reads) {
    if (read.path.root !== "secrets") continue;
    const misplaced = reasonAgainst(read, context);
    if (misplaced === undefined) missing(read, context);
    else {
      const message = `A secret may stand in the input of a tool only, alone or in plain text: ${misplaced}`;
      problem(context, "secret/outside-input", message, read.pointer, atTag(read));
    }
  }
}

function reasonAgainst(read: Read, context: CheckContext): string | undefined {
  const { step, pointer } = read;
  if (step === undefined) return "here it would be shown with the plan's result.";
  if (!isWithin(pointer, `${step.pointer}/input`)) return "here it would be written down with the run.";
  if (step.control !== undefined) return `\`${step.tool}\` is no tool.`;
  if (context.targets.get(step)?.kind === "plan")
    return `\`${step.tool}\` is a plan. Read the secret in that plan, in the step that needs it.`;
  if (!read.whole) return "not under a helper.";
  const nodes = context.plan.templates.get(pointer)?.nodes ?? [];
  // Where the secret goes is worked out from the text around it, which a block would have to make first.
  return nodes.some(({ type }) => type === "block") ? "not in a text with a block." : undefined;
}

function missing(read: Read, context: CheckContext): void {
  const [name, ...more] = read.path.segments;
  const known = context.catalog.secrets ?? new Map<string, string>();
  const { pointer } = read;
  if (name === undefined || more.length > 0) {
    const message = "One secret is read by its name: `<<secrets.NAME>>`.";
    problem(context, "secret/outside-input", message, pointer, atTag(read));
    return;
  }
  const state = known.get(String(name));
  if (state === "set") return;
  if (state === "short") {
    const message = `The secret \`${name}\` is shorter than 6 characters: it could not be kept out of what is shown. Use a longer one.`;
    problem(context, "secret/too-short", message, pointer, atTag(read));
  } else if (state === "unset") {
    const message = `The secret \`${name}\` is configured, and has no value here. Set it where the config takes it from.`;
    problem(context, "secret/missing", message, pointer, atTag(read));
  } else unknownSecret(read, String(name), [...known.keys()], context);
}

function unknownSecret(read: Read, name: string, names: readonly string[], context: CheckContext): void {
  const near = hints(context) ? nearestNames(name, names, 1) : [];
  const hint = near[0] === undefined ? "" : ` Did you mean \`${near[0]}\`?`;
  const configured = names.length === 0 ? "None is configured." : `Configured are: ${names.join(", ")}.`;
  const suggestions = near.flatMap((other) => {
    const patch = replaceTag(read, [other], context);
    return patch === undefined ? [] : [{ title: `Read \`secrets.${other}\``, patch: [patch] }];
  });
  const message = `There is no secret \`${name}\`.${hint} ${configured} The config lists them under \`[secrets]\`.`;
  problem(context, "secret/missing", message, read.pointer, {
    ...atTag(read),
    expected: names,
    ...(suggestions.length > 0 && { suggestions }),
  });
}
