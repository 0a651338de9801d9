import { checkExclusive } from "./check-company.ts";
import type { Json, JsonObject } from "../json.ts";
import {
  defaultKeys,
  defaultMaximumPlanSteps,
  identifierPattern,
  planKeys,
  planVersion,
  requiredPlanKeys,
  stepKeys,
} from "../plan-keys.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { checkKeys } from "./check-keys.ts";
import { badValue, inWords } from "./check-literals.ts";
import { checkValue } from "./check-value.ts";
import type { Findings } from "./findings.ts";
import { isObject } from "./is-object.ts";
import { StepWalk } from "./walk-steps.ts";

const pattern = new RegExp(identifierPattern);
// Files of these names cannot be made on Windows, and a plan is called after its file.
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Looks through a whole plan and collects everything that is wrong with its shape. */
export function walkPlan(findings: Findings, plan: JsonObject, file: string | undefined): void {
  const version = plan["version"];
  if (typeof version === "number" && Number.isInteger(version) && version > planVersion) {
    findings.add(
      "schema/newer-version",
      `This plan is written in version ${version} of the plan language; this program reads version ${planVersion}. Use a newer version of graph.`,
      "/version",
    );
    return;
  }
  checkKeys(findings, plan, "", {
    name: "a plan",
    keys: planKeys,
    required: requiredPlanKeys,
    elsewhere: (key) => planKeyHint(key, plan),
  });
  for (const [key, value] of Object.entries(plan)) {
    if (!Object.hasOwn(planKeys, key)) continue;
    const at = pointerTo("", key);
    if (key === "identifier") checkIdentifier(findings, value, at, file);
    else if (key !== "steps") checkValue(findings, key, value, planKeys[key]!, at);
  }
  // A plan has one finish.
  checkExclusive(findings, plan, ["output", "solver"], "");
  const walk = new StepWalk(findings, maximumSteps(plan));
  const steps = plan["steps"];
  if (Array.isArray(steps)) walk.list(steps as readonly Json[], "/steps", undefined);
  else if (steps !== undefined) badValue(findings, "steps", steps, "a list of steps", "/steps");
  if (plan["finally"] !== undefined) walk.body(plan["finally"], "finally", "/finally", undefined);
  walk.finish();
}

function checkIdentifier(findings: Findings, value: Json, pointer: string, file: string | undefined): void {
  if (findings.refuseTag(value, pointer, "The identifier")) return;
  if (typeof value !== "string") {
    badValue(findings, "identifier", value, "a text", pointer);
    return;
  }
  if (!pattern.test(value)) {
    findings.add(
      "name/bad-name",
      `\`${value.slice(0, 80)}\` cannot be an identifier: ${inWords(identifierPattern)}`,
      pointer,
    );
    return;
  }
  if (deviceName.test(value)) {
    findings.add(
      "name/bad-name",
      `\`${value}\` cannot be an identifier: Windows keeps this name for a device.`,
      pointer,
    );
    return;
  }
  const name = file === undefined ? value : baseName(file);
  if (name !== value) {
    findings.add(
      "plan/file-name",
      `The file is called \`${name}\`, the plan \`${value}\`. It is called by its identifier: \`plan__${value}\`.`,
      pointer,
    );
  }
}

/** The name of a file without its folder and its ending. */
export function baseName(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
  return name.replace(/\.(?:ya?ml|json)$/i, "");
}

function maximumSteps(plan: JsonObject): number {
  const limits = plan["limits"];
  const stated = isObject(limits) ? limits["max_plan_steps"] : undefined;
  return typeof stated === "number" && Number.isSafeInteger(stated) && stated >= 1 ? stated : defaultMaximumPlanSteps;
}

function planKeyHint(key: string, plan: JsonObject): string | undefined {
  if (key === "finish")
    return plan[key] === "silent"
      ? "A plan without `output` and `solver` ends silently: leave `finish` out."
      : "`finish` is the old spelling of `output` and `solver`: write `finish.output` as `output`, or `finish.solver` as `solver`.";
  const common = Object.hasOwn(defaultKeys, key)
    ? " For all steps that call a tool it can stand under `defaults`."
    : "";
  return Object.hasOwn(stepKeys, key) ? `\`${key}\` belongs into a step, under \`steps\`.${common}` : undefined;
}
