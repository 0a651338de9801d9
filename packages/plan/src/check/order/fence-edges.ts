/** What the order of a list is made of. */
export interface OrderedStep {
  /** It may write, or ends or holds up its plan: it waits for all before it, and all after it wait for it. */
  readonly fence: boolean;
  /** It says itself what it waits for: fences do not hold it. */
  readonly needs: boolean;
  /** Indices of what it reads or names. */
  readonly explicit: ReadonlySet<number>;
}

/** With more steps side by side than this, the next one collects them for all that follow: the number of edges stays linear. */
const maximumFrontier = 64;

/**
 * What each step of a list waits for because of fences, as few edges as give the order: a step waits for the frontier, the last
 * steps that all earlier ones come before. None of the steps names a later one.
 */
export function fenceEdges(steps: readonly OrderedStep[]): number[][] {
  let fences = new Set<number>();
  let everything = new Set<number>();
  return steps.map((step, index) => {
    const before = step.needs ? [] : [...(step.fence ? everything : fences)];
    const collects = !step.needs && (step.fence || fences.size > maximumFrontier);
    const settled = [...before, ...step.explicit];
    if (collects) fences = new Set([index]);
    else if (step.fence) fences = without(fences, settled).add(index);
    everything = step.fence && collects ? new Set([index]) : without(everything, settled).add(index);
    return before.filter((from) => !step.explicit.has(from));
  });
}

function without(set: Set<number>, removed: readonly number[]): Set<number> {
  for (const index of removed) set.delete(index);
  return set;
}

/**
 * The same for a list in which a step names a later one. What the plan says wins: a fence edge that would close a ring is left out.
 * Keeps what each step waits for, directly or not, as a row of bits.
 */
export function fenceEdgesAround(steps: readonly OrderedStep[]): number[][] {
  const words = Math.ceil(steps.length / 32);
  const rows = steps.map(() => new Uint32Array(words));
  const has = (row: number, bit: number): boolean =>
    (((rows[row] as Uint32Array)[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  const add = (to: number, from: number): void => {
    const source = rows[from] as Uint32Array;
    for (let row = 0; row < rows.length; row += 1) {
      if (row !== to && !has(row, to)) continue;
      const target = rows[row] as Uint32Array;
      for (let word = 0; word < words; word += 1) target[word] = (target[word] as number) | (source[word] as number);
      target[from >>> 5] = (target[from >>> 5] as number) | (1 << (from & 31));
    }
  };
  for (const [index, step] of steps.entries()) for (const from of step.explicit) add(index, from);
  return steps.map((step, index) => {
    const before: number[] = [];
    if (step.needs) return before;
    for (let from = index - 1; from >= 0; from -= 1) {
      if (!step.fence && steps[from]?.fence !== true) continue;
      // Waited for already, or waiting itself for this step.
      if (has(index, from) || has(from, index)) continue;
      add(index, from);
      before.push(from);
    }
    return before;
  });
}
