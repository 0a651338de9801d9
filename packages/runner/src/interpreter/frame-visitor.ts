import type { Json } from "@graph/plan";
import type { PlainRound } from "./plain-round.ts";
import type { ListFrame } from "./list-frame.ts";
import type { PlanFrame } from "./plan-frame.ts";

/** Looks at what ran inside a step, in document order, items in input order. */
export interface FrameVisitor {
  list(list: ListFrame): void;
  plan(plan: PlanFrame): void;
  /** A round of a body that is one call and went well: all that is left of it. */
  plain(round: PlainRound, key: string, tool: string, output: Json): void;
  /** Items that failed and were tolerated. */
  tolerated(count: number): void;
}
