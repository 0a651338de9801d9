import type { Catalog } from "../catalog.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { isObject } from "../grammar/is-object.ts";
import type { JsonObject } from "../json.ts";
import { selfContained } from "../shape/self-contained.ts";
import { buildPlan } from "./build-plan.ts";
import type { CheckContext } from "./check-context.ts";
import { stepEffects, together } from "./effects.ts";
import { environmentReads } from "./environment-reads.ts";
import { explicitEdges } from "./order/explicit-edges.ts";
import { withMapsAround } from "./map-around.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { PlanNode } from "./plan-graph.ts";
import { outermost, own, type StepNode } from "./plan-tree.ts";
import type { Target } from "./plan-view.ts";
import { withoutPlainWords } from "./plain-words.ts";
import { collectReads } from "./reads.ts";
import { agents } from "./rules/agents.ts";
import { caches } from "./rules/caches.ts";
import { environment } from "./rules/environment.ts";
import { exits } from "./rules/exits.ts";
import { modelToolsPresent } from "./rules/model-tools.ts";
import { moments } from "./rules/moments.ts";
import { questions } from "./rules/questions.ts";
import { secrets } from "./rules/secrets.ts";
import { blockFields } from "./rules/block-fields.ts";
import { ceilings } from "./rules/ceilings.ts";
import { ownSchemas } from "./rules/own-schemas.ts";
import { cycles } from "./rules/cycles.ts";
import { gates } from "./rules/gates.ts";
import { idempotencyKeys } from "./rules/idempotency-keys.ts";
import { literalArguments } from "./rules/literal-arguments.ts";
import { literalInput } from "./rules/literal-input.ts";
import { needs } from "./rules/needs.ts";
import { outputSchema } from "./rules/output-schema.ts";
import { overLists } from "./rules/over-lists.ts";
import { readTypes } from "./rules/read-types.ts";
import { references } from "./rules/references.ts";
import { retries } from "./rules/retries.ts";
import { shadowed } from "./rules/shadowed.ts";
import { skippedOutput } from "./rules/skipped-output.ts";
import { unusedInputs, unusedSteps } from "./rules/unused.ts";
import { tools } from "./rules/tools.ts";
import { blockReads } from "./walk-blocks.ts";
import { Shapes } from "./shapes.ts";

const unread = { effect: "write", repeatable: false, fence: true, environment: new Set<string>(), output: {} } as const;

/** Checks one plan; the plans it calls were checked before. */
export function checkOne(
  node: PlanNode,
  catalog: Catalog,
  factsOf: (called: PlanNode) => PlanFacts | undefined,
  terse: boolean,
): PlanFacts {
  const { plan, tree } = node;
  // What could not be read at all has nothing to be checked.
  if (plan.damaged.includes("")) return { ...unread, diagnostics: plan.diagnostics };
  const targets = new Map(tree.all.map((step) => [step, targetOf(step, node, catalog, factsOf)]));
  const view = { plan, tree, targets };
  const shapes = new Shapes(view);
  shapes.workOut();
  const diagnostics: Diagnostic[] = [];
  const context: CheckContext = {
    ...view,
    toolName: node.toolName,
    catalog,
    reads: collectReads(plan, tree),
    shapes,
    templated: templatedPlaces(plan.templates.keys()),
    diagnostics,
    terse,
  };
  const explicit = explicitEdges(context);
  const effects = stepEffects(context);
  tools(context);
  needs(context, explicit);
  references(context);
  cycles(context, explicit);
  literalInput(context);
  literalArguments(context);
  readTypes(context);
  overLists(context);
  gates(context);
  exits(context);
  retries(context, effects);
  idempotencyKeys(context);
  caches(context);
  secrets(context);
  environment(context);
  modelToolsPresent(context);
  agents(context);
  questions(context);
  moments(context);
  ceilings(context);
  ownSchemas(context);
  outputSchema(context);
  skippedOutput(context);
  const inBlocks = blockReads(context);
  blockFields(inBlocks, context);
  shadowed(inBlocks, context);
  unusedInputs(context);
  unusedSteps(context, effects);
  const { effect, repeatable, fence } = together(outermost(tree).map(effects.whole));
  const all = [...withMapsAround(withoutPlainWords(plan.diagnostics, context), context), ...diagnostics];
  const callable = [...targets.values()].every(({ kind }) => kind !== "unknown");
  // It may be a note only, and the plan cannot run all the same.
  const served = all.every(({ code }) => code !== "tool/server-missing");
  const right = callable && served && all.every(({ severity }) => severity !== "error");
  return {
    ...(right && { checked: buildPlan(context, { effects, explicit }) }),
    diagnostics: all,
    effect,
    repeatable,
    fence,
    environment: environmentReads(context.reads),
    output: outputShape(context),
  };
}

function targetOf(
  step: StepNode,
  node: PlanNode,
  catalog: Catalog,
  factsOf: (called: PlanNode) => PlanFacts | undefined,
): Target {
  if (step.control !== undefined) return { kind: "control" };
  const called = node.calls.get(step);
  if (called !== undefined) return { kind: "plan", plan: called.plan, facts: factsOf(called) };
  const entry = step.tool === "" ? undefined : catalog.get(step.tool);
  return entry === undefined ? { kind: "unknown" } : { kind: "call", entry };
}

function templatedPlaces(pointers: Iterable<string>): ReadonlySet<string> {
  const places = new Set<string>();
  for (const pointer of pointers) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const place = pointer.slice(0, end);
      if (places.has(place)) break;
      places.add(place);
    }
  }
  return places;
}

/** What a plan returns: as it declares it, else as its finish is put together. An `exit` may return something else. */
function outputShape(context: CheckContext): JsonObject {
  const { data } = context.plan;
  const declared = own(data, "output_schema");
  if (isObject(declared)) return selfContained(declared);
  if (context.tree.all.some((step) => step.tool === "exit" && own(step.input, "output") !== undefined)) return {};
  if (own(data, "solver") !== undefined) return { type: "string" };
  const output = own(data, "output");
  return isObject(output) ? context.shapes.ofValue("/output", output, undefined) : {};
}
