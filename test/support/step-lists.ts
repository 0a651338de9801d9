import type { Json, JsonObject } from "@graph/plan";
import type { GeneratedPlan } from "./generate-plan.ts";

/** Where a step of a generated plan stands. */
interface StepPlace {
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

/** Finds where the step at a path stands; `undefined` for a call without an id. */
export type FindStep = (path: string) => StepPlace | undefined;

type Places = ReadonlyMap<string, StepPlace>;

/**
 * Ids are unique in one plan only: `s1/s2` is a step of the plan that `s1` calls, `s1/@around/s2` one of a handler of `s1`.
 * `toolOf`: the tool of the call without an id at a path, as a run reports it.
 */
export function stepFinder({ main, called }: GeneratedPlan, toolOf: (path: string) => string | undefined): FindStep {
  const plans = new Map([main, ...called].map((data) => [`plan__${data["identifier"] as string}`, placesOf(data)]));
  return (path) => {
    let caller: Places | undefined;
    let places = plans.get("plan__main");
    let found: StepPlace | undefined;
    let walked = "";
    for (const part of path.split("/")) {
      walked += walked === "" ? part : `/${part}`;
      if (part === "@around") {
        places = caller;
        continue;
      }
      found = places?.get(idOf(part));
      const tool = found === undefined ? toolOf(walked.replace(/\[\d+\]$/u, "")) : found.step["tool_name"];
      const inner = plans.get(tool as string);
      if (inner === undefined) continue;
      caller = places;
      places = inner;
    }
    return found;
  };
}

function placesOf({ finally: final = null, ...plan }: JsonObject): Places {
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
      const { catch: handlers, finally: last, ...rest } = value as JsonObject;
      for (const item of Object.values(rest)) visit(item, inside);
      for (const handler of (handlers ?? []) as readonly JsonObject[]) {
        visit(handler["do"] ?? null, { ...at, around: true, cleanup: false });
      }
      if (last !== undefined) visit(last, { ...at, around: true, cleanup: true });
    }
  };
  visit(plan, { around: false, cleanup: false, atTheEnd: false });
  visit(final, { around: true, cleanup: true, atTheEnd: true });
  return places;
}

/** The id in a part of a path or a key: `s1` of `s1#2[0]`. */
const idOf = (part: string): string => part.replace(/[[#].*$/u, "");

/** A path and those of the steps around it, the innermost first: `a[1]/b`, `a`. */
export function pathsAround(path: string): readonly string[] {
  const paths: string[] = [];
  for (let inner = path; inner !== ""; inner = ownerOf(inner)) paths.push(inner);
  return paths;
}

/** The step whose body holds a path, without the item or round, or whose handler or clean-up does: `a[1]/b` of `a[1]/b[0]/c`. */
export const ownerOf = (path: string): string =>
  path.slice(0, Math.max(0, path.lastIndexOf("/"))).replace(/(?:\[\d+\]|\/@around)$/u, "");
