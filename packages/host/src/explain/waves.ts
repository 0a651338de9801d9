import type { CheckedBody } from "@graph/plan";

/**
 * The steps of a list by the earliest moment they can start: wave 0 waits for nothing, each other wave for something in the one
 * before. Kahn's order, which `needs` on a later step makes necessary; indices into the list.
 */
export function waves(body: CheckedBody): readonly (readonly number[])[] {
  const level = body.steps.map(() => 0);
  const waiting = body.steps.map((step) => step.edges.length);
  const followers = body.steps.map<number[]>(() => []);
  body.steps.forEach((step, index) => {
    for (const edge of step.edges) followers[edge.from]?.push(index);
  });
  const ready = waiting.flatMap((count, index) => (count === 0 ? [index] : []));
  for (let next = 0; next < ready.length; next += 1) {
    const index = ready[next] ?? 0;
    for (const follower of followers[index] ?? []) {
      level[follower] = Math.max(level[follower] ?? 0, (level[index] ?? 0) + 1);
      waiting[follower] = (waiting[follower] ?? 0) - 1;
      if (waiting[follower] === 0) ready.push(follower);
    }
  }
  const result: number[][] = [];
  level.forEach((wave, index) => {
    (result[wave] ??= []).push(index);
  });
  return result;
}
