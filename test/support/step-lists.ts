import type { Json, JsonObject } from "@graph/plan";
import type { GeneratedPlan } from "./generate-plan.ts";

/** Where a step of a generated plan stands. */
export interface StepPlace {
  readonly step: JsonObject;
  /** Tells its list from every other one. */
  readonly list: number;
  /** Its list is a handler of a `catch`, or a `finally`. */
  readonly around: boolean;
  /** Its list is a `finally`. */
  readonly cleanup: boolean;
  /** It stands somewhere in the `finally` of its plan, where steps may be read that have never begun. */
  readonly atTheEnd: boolean;
}

type Around = Pick<StepPlace, "around" | "cleanup" | "atTheEnd">;

/** The steps of a generated plan by their ids, which are unique in all its plans; calls without an id are not among them. */
export function stepPlaces({ main, called }: GeneratedPlan): ReadonlyMap<string, StepPlace> {
  const places = new Map<string, StepPlace>();
  let lists = 0;
  const visit = (value: Json, at: Around): void => {
    const inside = { ...at, around: false, cleanup: false };
    if (Array.isArray(value)) {
      lists += 1;
      const list = lists;
      for (const item of value as readonly Json[]) {
        const { id } = (typeof item === "object" && item !== null ? item : {}) as JsonObject;
        if (typeof id === "string") places.set(id, { ...at, step: item as JsonObject, list });
        visit(item, inside);
      }
    } else if (value !== null && typeof value === "object") {
      const { catch: handlers, finally: final, ...rest } = value as JsonObject;
      for (const item of Object.values(rest)) visit(item, inside);
      for (const handler of (handlers ?? []) as readonly JsonObject[]) {
        visit(handler["do"] ?? null, { ...at, around: true, cleanup: false });
      }
      if (final !== undefined) visit(final, { ...at, around: true, cleanup: true });
    }
  };
  for (const { finally: final = null, ...plan } of [main, ...called]) {
    visit(plan, { around: false, cleanup: false, atTheEnd: false });
    visit(final, { around: true, cleanup: true, atTheEnd: true });
  }
  return places;
}

/** The id in a part of a path or a key: `s1` of `s1#2[0]`. */
export const idOf = (part: string): string => part.replace(/[[#].*$/u, "");
