import type { Outcome, Ticket } from "../port.ts";

/** Waits for a completion. Whoever stops waiting takes itself out of the run's map; late completions then only free what they held. */
export interface Receiver {
  complete(ticket: Ticket, outcome: Outcome): void;
}

/** Something the run's queue resumes. One queue drives every frame, so that no depth of nesting or length of list uses the stack. */
export interface Resumable {
  resume(): void;
}
