import type { Json, JsonObject } from "@graph/plan";
import type { Place } from "./generate-place.ts";
import { hashedNumber, type RandomSource } from "./random-source.ts";

/** What a generated plan may have in it. Each seed has some of them: what they do to each other shows best when few are there. */
export type Feature =
  | "agent"
  | "ask"
  | "budget"
  | "cache"
  | "catch"
  | "deadline"
  | "defaults"
  | "exit"
  | "filter"
  | "finally"
  | "items"
  | "loop"
  | "map"
  | "models"
  | "needs"
  | "parallel"
  | "reduce"
  | "route"
  | "slots"
  | "subPlan"
  /** Much goes wrong. */
  | "trouble"
  | "wait"
  /** Bodies that write side by side, and whatever else gives its order away. */
  | "freeOrder"
  /** Limits of time that are met or not depending on how long other things take. */
  | "tightTime";

/** How many of a hundred seeds have it; half of them when nothing stands here. */
const shares: Partial<Record<Feature, number>> = {
  budget: 12,
  freeOrder: 20,
  needs: 15,
  slots: 30,
  tightTime: 15,
  trouble: 40,
};

/** A call with the field of its result that is read. */
export interface Call {
  readonly call: JsonObject;
  readonly field: string;
  readonly open: boolean;
}

/** A body, and the field of its result that is read. */
export interface Body {
  readonly body: Json;
  readonly field: string;
  readonly open: boolean;
}

/** What is found out about a plan while it is made: what it can be compared with. */
export interface PlanFacts {
  /** A step states `needs`: its order is its author's affair, so only the invariants hold. */
  usesNeeds: boolean;
  /** What comes of it depends on its order: bodies write side by side, or a limit of time is met on the way. */
  orderFree: boolean;
  /** It may start more steps than its budget allows. */
  mayRunOut: boolean;
  /** A limit of time may give up a step whose clean-up then goes on beside the next attempt: nothing runs one after another. */
  overlaps: boolean;
}

/** What the parts of the generator share while a plan is made. */
export interface Making {
  readonly random: RandomSource;
  /** Plans that are called, by identifier: each is made before its caller, so that none calls itself. */
  readonly called: Map<string, JsonObject>;
  readonly facts: PlanFacts;
  has(feature: Feature): boolean;
  nextId(): string;
  /** Any call that may stand at a place. */
  call(place: Place): Call;
  body(place: Place): Body;
  /** Makes a plan that steps at a place may call. */
  plan(place: Place): { readonly identifier: string; readonly field: string };
}

/** Whether the plan of a seed has a feature. Limits on calls in flight hold up calls, which limits on time would notice. */
export function hasFeature(seed: number, feature: Feature): boolean {
  if (feature === "deadline" && hasFeature(seed, "slots")) return false;
  return hashedNumber(seed, `has ${feature}`) * 100 < (shares[feature] ?? 50);
}
