import { createLocator, type CheckedBody, type CheckedPlan, type CheckedStep, type Diagnostic } from "@graph/host";
import type { PlanSnapshot } from "@graph/host";

/**
 * What a plan, or one that it calls, would wait for in vain here: a run of this command ends with its process, so that nobody can answer
 * later. `nobody`: why nobody can be asked; `undefined` when somebody can.
 */
export function unattended(snapshot: PlanSnapshot, nobody: string | undefined): readonly Diagnostic[] {
  return [snapshot.main, ...Object.values(snapshot.plans)].flatMap((plan) =>
    [...stepsOf(plan)].flatMap(({ step, path }) => {
      const waits = waitsInVain(step, path, plan, nobody);
      return waits === undefined ? [] : [diagnostic(plan, { ...waits, path, pointer: step.pointer })];
    }),
  );
}

interface Waits {
  /** Of the input: what makes it wait. */
  readonly key: string;
  readonly message: string;
}

function waitsInVain(
  step: CheckedStep,
  path: string,
  plan: CheckedPlan,
  nobody: string | undefined,
): Waits | undefined {
  const where = `The step \`${path}\` of the plan \`${plan.identifier}\``;
  if (step.tool === "wait" && step.input["signal"] !== undefined) {
    return {
      key: "signal",
      message:
        `${where} waits for a signal, which nobody can send to a run of this command: it lives in this process and ends with it. ` +
        "A `timeout` does not help, because the signal still cannot come. " +
        "Run the plan from a host, through the API, which sends signals; or wait `for` a time here.",
    };
  }
  if (nobody === undefined || step.tool !== "ask" || step.input["when_unanswered"] !== "suspend") return undefined;
  return {
    key: "when_unanswered",
    message:
      `${where} asks a person and waits until somebody answers, but nobody can be asked here (${nobody}), and a run of this ` +
      "command ends with its process, so that nobody can answer later either. " +
      "Run it on a terminal, write `when_unanswered: default` with a `default`, or run the plan from a host, through the API.",
  };
}

function diagnostic(plan: CheckedPlan, waits: Waits & { readonly path: string; readonly pointer: string }): Diagnostic {
  const pointer = `${waits.pointer}/input/${waits.key}`;
  const range = plan.text === undefined ? undefined : createLocator(plan.text, plan.file).at(pointer);
  return {
    code: "tool/unavailable",
    severity: "error",
    message: waits.message,
    ...(plan.file !== undefined && { file: plan.file }),
    ...range,
    path: pointer,
    step: waits.path,
  };
}

/** Every step of a plan in document order, a step before its bodies. */
function* stepsOf(plan: CheckedPlan): Iterable<{ readonly step: CheckedStep; readonly path: string }> {
  const open: { readonly body: CheckedBody; readonly prefix: string; next: number }[] = [];
  if (plan.finally !== undefined) open.push({ body: plan.finally, prefix: "", next: 0 });
  open.push({ body: plan.body, prefix: "", next: 0 });
  for (let place = open.at(-1); place !== undefined; place = open.at(-1)) {
    const step = place.body.steps[place.next];
    place.next += 1;
    if (step === undefined) {
      open.pop();
      continue;
    }
    const path = `${place.prefix}${step.id}`;
    yield { step, path };
    const bodies = Object.values(step.bodies ?? {}).toReversed();
    open.push(...bodies.map((body) => ({ body, prefix: `${path}/`, next: 0 })));
  }
}
