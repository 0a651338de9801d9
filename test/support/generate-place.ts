/** A name that may be read here, and a field of it that holds a number or a short text; no field: the name itself does. */
interface Readable {
  readonly id: string;
  readonly field: string;
  /** Nothing declares its shape, so that a field which is not there is found at run time only. */
  readonly open: boolean;
}

/** A field below a name. */
export const fieldOf = (name: string, field: string): string => (field === "" ? name : `${name}.${field}`);

/** Where a step or a gate of a generated plan stands. */
export interface Place {
  /** Earlier steps of this list and of those around it. */
  readonly readable: Readable[];
  /** What its body and those around it know beside the steps: `item`, `accumulator.value`, `error.class`. */
  readonly names: readonly string[];
  /** How many bodies it stands in. */
  readonly depth: number;
  /** Whether a step that writes may stand here. */
  readonly mayWrite: boolean;
  readonly mayExit: boolean;
  /** Whether a `finally` may stand here: not where a limit of time around it could give the step up while it goes on. */
  readonly mayCleanUp: boolean;
  /** Whether `needs` may stand here. */
  readonly mayNeed: boolean;
}

/** The place of a body of a step that stands at a place. */
export function inside(place: Place, more: Partial<Place> = {}): Place {
  return { ...place, readable: [...place.readable], depth: place.depth + 1, mayNeed: false, ...more };
}
