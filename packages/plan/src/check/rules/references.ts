import { nearestNames } from "../../nearest-names.ts";
import { readShape } from "../../shape/read-shape.ts";
import { placedRoots } from "../placed-roots.ts";
import { helperUsage } from "../helper-usage.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { own } from "../plan-tree.ts";
import type { Read } from "../reads.ts";
import { replaceFirstName, replaceTag } from "../repairs.ts";
import { meaningOf, namesAt, type Meaning } from "../scope.ts";
import { atTag } from "../tag-place.ts";
import { pathText } from "../../template/path-text.ts";
import { undeclaredInput } from "./undeclared-input.ts";

/** What tags read: names that do not exist or may not be read there, and paths that can't be there. */
export function references(context: CheckContext): void {
  for (const read of context.reads) {
    const meaning = meaningOf(read.path.root, read, context);
    if (meaning.kind === "unknown") unknownName(read, context);
    // What may be read of secrets is a rule of its own.
    else if (meaning.kind !== "block" && meaning.kind !== "secrets" && !wrongPlace(read, meaning, context))
      impossiblePath(read, meaning, context);
  }
}

function unknownName(read: Read, context: CheckContext): void {
  const { root } = read.path;
  const later = placedRoots.get(root);
  const names = hints(context) ? namesAt(read, context) : [];
  if (later !== undefined) {
    problem(context, "ref/unknown-step", `\`${root}\` cannot be read here: ${later}`, read.pointer, {
      ...atTag(read),
      expected: names.slice(0, 20),
    });
    return;
  }
  const helper = helperUsage(read.path);
  const near = helper === "" ? nearestNames(root, names) : [];
  const shown = names.slice(0, 20);
  const hint = near.length > 0 ? ` Did you mean ${near.map((name) => `\`${name}\``).join(" or ")}?` : "";
  const listed = shown.map((name) => `\`${name}\``).join(", ");
  const more = names.length > 20 ? ` and ${names.length - 20} more` : "";
  problem(
    context,
    "ref/unknown-step",
    `There is no step \`${root}\` to read.${helper}${hint}${listed === "" ? "" : ` Here may stand: ${listed}${more}.`}`,
    read.pointer,
    {
      ...atTag(read),
      expected: shown,
      suggestions: near.map((name) => ({ title: `Read \`${name}\``, patch: [replaceFirstName(read, name, context)] })),
    },
  );
}

/** Reports a step that may not be read from here. */
function wrongPlace(read: Read, meaning: Meaning, context: CheckContext): boolean {
  if (!("step" in meaning) || meaning.kind === "step") return false;
  const { step } = meaning;
  const related = [{ message: `\`${step.id}\` stands here`, pointer: `${step.pointer}/id` }];
  const options = { ...atTag(read), related };
  if (meaning.kind === "self") {
    const message =
      read.step === step
        ? `The step \`${step.id}\` reads its own result, which it does not have yet.`
        : `The body of \`${step.id}\` reads the result of \`${step.id}\`, which it does not have yet.`;
    problem(context, "ref/self", message, read.pointer, atTag(read));
  } else if (meaning.kind === "forward") {
    problem(
      context,
      "ref/forward",
      `\`${step.id}\` stands after the step that reads it. Move \`${step.id}\` up.`,
      read.pointer,
      options,
    );
  } else if (meaning.kind === "other-branch") {
    problem(
      context,
      "ref/other-branch",
      `\`${step.id}\` stands in another branch, of which nothing is known here.`,
      read.pointer,
      options,
    );
  } else {
    const owner = step.list.owner;
    // Its own gate comes before its bodies.
    const instead = owner === undefined || owner === read.step ? "" : ` Read the result of \`${owner.id}\` instead.`;
    problem(
      context,
      "ref/inside-body",
      `\`${step.id}\` stands in a body and is not known outside it.${instead}`,
      read.pointer,
      options,
    );
  }
  return true;
}

/** Other systems write `step.output.x`, and `step.answer` for what a solver has written. */
function isForeign(field: string, meaning: Meaning, context: CheckContext): boolean {
  if (meaning.kind !== "step") return false;
  const target = context.targets.get(meaning.step);
  return (
    field === "output" ||
    (field === "answer" && target?.kind === "plan" && own(target.plan.data, "solver") !== undefined)
  );
}

function impossiblePath(read: Read, meaning: Meaning, context: CheckContext): void {
  if (meaning.kind === "input" && undeclaredInput(read, context)) return;
  const shape = context.shapes.ofMeaning(meaning);
  const { impossible } = readShape(shape, read.path.segments);
  if (impossible === undefined) return;
  const { depth, expected, type } = impossible;
  const right = pathText(read.path, depth);
  const field = String(read.path.segments[depth]);
  const near = hints(context) ? nearestNames(field, expected) : [];
  const fields = expected.length > 0 ? ` It has: ${expected.slice(0, 20).join(", ")}.` : "";
  const message =
    type === undefined
      ? `\`${right}\` has no field \`${field}\`.${near.length > 0 ? ` Did you mean \`${near[0]}\`?` : ""}${fields}`
      : `\`${right}\` is ${type} and has no field \`${field}\`.`;
  const renamed = near.slice(0, 1).map((name) => {
    const segments = read.path.segments.map((segment, index) => (index === depth ? name : segment));
    return { title: `Read \`${pathText({ ...read.path, segments })}\``, patch: replaceTag(read, segments, context) };
  });
  const dropped = depth === 0 && isForeign(field, meaning, context) ? read.path.segments.slice(1) : undefined;
  const shorter =
    dropped !== undefined && readShape(shape, dropped).impossible === undefined
      ? [
          {
            title: `Read \`${pathText({ ...read.path, segments: dropped })}\`: a step's id is its result`,
            patch: replaceTag(read, dropped, context),
          },
        ]
      : [];
  const suggestions = [...shorter, ...renamed].flatMap(({ title, patch }) =>
    patch === undefined ? [] : [{ title, patch: [patch] }],
  );
  problem(context, "ref/no-such-field", message, read.pointer, {
    ...atTag(read),
    // Under `default` and the like the plan says itself that it may be missing.
    severity: read.guarded ? "warning" : "error",
    expected,
    shapeSource: "declared",
    ...(suggestions.length > 0 && { suggestions }),
    ...(meaning.kind === "step" && {
      related: [{ message: `\`${meaning.step.id}\` is produced here`, pointer: `${meaning.step.pointer}/id` }],
    }),
  });
}
