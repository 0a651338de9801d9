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
 * Steps without `needs` are ordered among themselves first: that one of the others names a later step must not turn the order of two
 * writes around that have nothing to do with it. Keeps what each step waits for, directly or not, as a row of bits.
 */
export function fenceEdgesAround(steps: readonly OrderedStep[]): number[][] {
  const rows = explicitRows(steps);
  const added = steps.map((): number[] => []);
  for (const needs of [false, true]) {
    for (const [index, step] of steps.entries()) {
      if (step.needs) continue;
      const row = rows[index] as BitRow;
      const before = added[index]?.length ?? 0;
      for (let from = index - 1; from >= 0; from -= 1) {
        const other = steps[from] as OrderedStep;
        if (other.needs !== needs || (!step.fence && !other.fence)) continue;
        // Waited for already, or waiting itself for this step.
        if (row.has(from) || rows[from]?.has(index) === true) continue;
        row.take(from, rows[from] as BitRow);
        added[index]?.push(from);
      }
      if (added[index]?.length === before) continue;
      for (const waiting of rows) if (waiting.has(index)) waiting.take(index, row);
    }
  }
  return added;
}

/** What each step waits for because it reads or names it, directly or not. Without recursion: a chain may be as long as the list. */
function explicitRows(steps: readonly OrderedStep[]): BitRow[] {
  const rows = steps.map(() => new BitRow(steps.length));
  const seen = new Set<number>();
  for (const first of steps.keys()) {
    const open: { readonly index: number; readonly explicit: Iterator<number> }[] = [];
    const enter = (index: number): void => {
      if (seen.has(index)) return;
      seen.add(index);
      open.push({ index, explicit: (steps[index] as OrderedStep).explicit.values() });
    };
    enter(first);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const named = top.explicit.next();
      if (named.done !== true) {
        enter(named.value);
        continue;
      }
      const row = rows[top.index] as BitRow;
      for (const from of (steps[top.index] as OrderedStep).explicit) row.take(from, rows[from] as BitRow);
      open.pop();
    }
  }
  return rows;
}

/** A set of step indices as bits. */
class BitRow {
  readonly #words: Uint32Array;

  constructor(length: number) {
    this.#words = new Uint32Array(Math.ceil(length / 32));
  }

  has(index: number): boolean {
    return ((this.#words[index >>> 5] as number) & (1 << (index & 31))) !== 0;
  }

  /** Takes in a step and all that it waits for. */
  take(index: number, other: BitRow): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      this.#words[word] = (this.#words[word] as number) | (other.#words[word] as number);
    }
    this.#words[index >>> 5] = (this.#words[index >>> 5] as number) | (1 << (index & 31));
  }
}
