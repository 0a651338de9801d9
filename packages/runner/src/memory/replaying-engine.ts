import type { Completion, Interpreter, Outcome, Question, RunScope, Ticket, ToolCall } from "../port.ts";
import type { RunResult } from "../run-result.ts";
import { type Drive, MemoryEngine, type MemoryEngineOptions } from "./memory-engine.ts";
import type { MemoryRun } from "./memory-run.ts";
import { RunDiverged } from "../run-diverged.ts";

/** What a key was asked for with. */
interface Request {
  readonly fingerprint: string;
  issue(run: MemoryRun): Ticket;
}

interface RecordedCompletion {
  readonly key: string;
  readonly outcome: Outcome;
  readonly at: number;
}

/** What has been recorded of a run: all that is left of it when its interpreter is thrown away. */
interface Journal {
  readonly batches: RecordedCompletion[][];
  readonly requests: Map<string, Request>;
  readonly issued: Map<string, Ticket>;
  readonly aborted: Set<string>;
  readonly traced: Set<string>;
}

/**
 * A memory engine that throws the interpreter away after every `next` and runs it again from the beginning over what was recorded.
 * Slow by design (the square of the number of steps): it shows that an interpreter depends on nothing else.
 */
export function createReplayingMemoryEngine(options: MemoryEngineOptions): MemoryEngine {
  return new MemoryEngine(options, driveAfresh);
}

const driveAfresh: Drive = async (interpreter, run, real) => {
  const journal: Journal = {
    batches: [],
    requests: new Map(),
    issued: new Map(),
    aborted: new Set(),
    traced: new Set(),
  };
  for (;;) {
    const result = await replay(interpreter, run, real, journal);
    if (result !== undefined) return result;
    for (const [key, request] of journal.requests) {
      if (!journal.issued.has(key)) journal.issued.set(key, request.issue(real));
    }
    for (const key of journal.aborted) {
      const ticket = journal.issued.get(key);
      if (ticket !== undefined) real.abort(ticket);
    }
    const completions = await real.next();
    journal.batches.push(completions.map(({ ticket, outcome, at }) => ({ key: ticket.key, outcome, at })));
  }
};

async function replay(
  interpreter: Interpreter,
  run: Parameters<Interpreter>[0],
  real: MemoryRun,
  journal: Journal,
): Promise<RunResult | undefined> {
  let exhausted: () => void = () => undefined;
  const end = new Promise<undefined>((resolve) => {
    exhausted = () => resolve(undefined);
  });
  const scope = new ReplayScope(real, journal, () => exhausted());
  return Promise.race([interpreter(run, scope), end]);
}

class ReplayScope implements RunScope {
  readonly runId: string;
  readonly startedAt: number;
  readonly cancellation: Ticket;
  readonly #real: MemoryRun;
  readonly #journal: Journal;
  readonly #exhausted: () => void;
  readonly #tickets = new Map<string, Ticket>();
  /** Keys asked for whose completion was not delivered. */
  readonly #open = new Set<string>();
  #position = 0;

  constructor(real: MemoryRun, journal: Journal, exhausted: () => void) {
    this.runId = real.runId;
    this.startedAt = real.startedAt;
    this.#real = real;
    this.#journal = journal;
    this.#exhausted = exhausted;
    this.cancellation = this.#ticket(real.cancellation.key);
  }

  call(call: ToolCall): Ticket {
    const fingerprint = JSON.stringify(["call", call.tool, call.input, call.secrets ?? []]);
    return this.#request(call.key, { fingerprint, issue: (run) => run.call(call) });
  }

  timer(key: string, due: Parameters<RunScope["timer"]>[1]): Ticket {
    return this.#request(key, { fingerprint: JSON.stringify(["timer", due]), issue: (run) => run.timer(key, due) });
  }

  question(key: string, question: Question): Ticket {
    const fingerprint = JSON.stringify(["question", question]);
    return this.#request(key, { fingerprint, issue: (run) => run.question(key, question) });
  }

  abort(ticket: Ticket): void {
    this.#journal.aborted.add(ticket.key);
  }

  next(): Promise<readonly Completion[]> {
    const batch = this.#journal.batches[this.#position++];
    if (batch === undefined) {
      if (this.#open.size === 0) return Promise.reject(new Error("The interpreter waits, but nothing is outstanding."));
      this.#exhausted();
      // Never settles: this interpreter is left behind.
      return new Promise(() => undefined);
    }
    const completions = batch.map(({ key, outcome, at }) => ({ ticket: this.#issuedTicket(key), outcome, at }));
    for (const { key } of batch) this.#open.delete(key);
    return Promise.resolve(completions);
  }

  trace(key: string, event: Parameters<RunScope["trace"]>[1]): void {
    if (this.#journal.traced.has(key)) return;
    this.#journal.traced.add(key);
    this.#real.trace(key, event);
  }

  #request(key: string, request: Request): Ticket {
    const recorded = this.#journal.requests.get(key);
    if (recorded === undefined) this.#journal.requests.set(key, request);
    else if (recorded.fingerprint !== request.fingerprint) throw new RunDiverged(key);
    if (this.#tickets.has(key)) throw new Error(`The key ${key} was asked for twice in one run.`);
    this.#open.add(key);
    return this.#ticket(key);
  }

  #ticket(key: string): Ticket {
    const ticket = { key };
    this.#tickets.set(key, ticket);
    return ticket;
  }

  #issuedTicket(key: string): Ticket {
    const ticket = this.#tickets.get(key);
    if (ticket === undefined) throw new RunDiverged(key);
    return ticket;
  }
}
