import type { Json } from "../json.ts";
import type { ParsedPlan } from "../parsed-plan.ts";
import { parseTemplate } from "../template/parse.ts";
import { templatePaths, type TemplatePath } from "../template/template-paths.ts";
import { valueAt } from "./input-places.ts";

/** What the tags of refused places read: they are no reads of the plan, and yet what they name is not unused. */
export function damagedReads({ data, damaged }: ParsedPlan): TemplatePath[] {
  return damaged.flatMap((pointer) => pathsIn(valueAt(data, pointer)));
}

function pathsIn(value: Json | undefined): TemplatePath[] {
  if (typeof value === "string") return [...templatePaths(parseTemplate(value))];
  return typeof value === "object" && value !== null ? Object.values<Json>(value).flatMap(pathsIn) : [];
}
