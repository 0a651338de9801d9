import type { Json, JsonObject, ParsedPlan } from "@graph/plan";
import type { RegisteredTool } from "./registered-tool.ts";
import { registerTool } from "./register-tool.ts";

/** How a plan is registered. */
export interface PlanRegistration {
  /** Default `plan`; `builtin_plan` for a shipped plan that another one of its name replaces. */
  readonly namespace?: "plan" | "builtin_plan";
  /** Whether all its steps read only, as the checker found. Default false. */
  readonly readOnly?: boolean;
  /** Whether each of its steps may be repeated, as the checker found. Default false. */
  readonly repeatable?: boolean;
  /** Why it cannot be used, beyond the errors in its file. */
  readonly unusable?: string;
}

/** The catalog's record of a plan: its exemplars are part of the description, so that a search finds it by them. */
export function planTool(plan: ParsedPlan, registration: PlanRegistration = {}): RegisteredTool {
  const { namespace = "plan", readOnly = false, repeatable = false } = registration;
  const unusable = registration.unusable ?? firstError(plan);
  const outputSchema = objectAt(plan.data, "output_schema");
  const title = own(plan.data, "name");
  return registerTool(
    {
      name: plan.identifier,
      description: description(plan.data),
      inputSchema: objectAt(plan.data, "input_schema") ?? { type: "object" },
      ...(typeof title === "string" ? { title } : {}),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    {
      name: `${namespace}__${plan.identifier}`,
      owner: { kind: "plan", identifier: plan.identifier },
      readOnly,
      repeatable,
      digest: () => plan.digest,
      ...(unusable === undefined ? {} : { unusable }),
    },
  );
}

function description(data: JsonObject): string {
  const text = own(data, "description");
  const exemplars = own(data, "exemplars");
  const said = typeof text === "string" ? text.trim() : "";
  const examples = Array.isArray(exemplars) ? exemplars.filter((one) => typeof one === "string") : [];
  return examples.length === 0 ? said : `${said}\nFor example: ${examples.join(" · ")}`;
}

function firstError(plan: ParsedPlan): string | undefined {
  if (!plan.broken) return undefined;
  const error = plan.diagnostics.find((one) => one.severity === "error");
  return error === undefined ? "the plan has errors" : `the plan has errors, the first: ${error.message}`;
}

function objectAt(data: JsonObject, key: string): JsonObject | undefined {
  const value = own(data, key);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function own(data: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}
