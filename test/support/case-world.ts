import { realWorld, simulatedWorld, type Random, type SimulatedClock, type World } from "@graph/world";
import type { RunInstruction } from "./case-format.ts";
import { secretVariables } from "./case-secrets.ts";

/** The world of a case: real files and processes, the clock that the case asks for, and randomness with a seed. */
export interface CaseWorld {
  readonly world: World;
  /** Begins the randomness anew. */
  reseed(seed: number): void;
  /** Waits for work of the run; on a virtual clock time passes only here. */
  until<T>(work: Promise<T>): Promise<T>;
  /** Moves the wall clock from now on as the case says. */
  startJumps(): void;
}

/** Makes the world of a run. */
export function caseWorld(instruction: RunInstruction): CaseWorld {
  const real = withVariables(realWorld(), secretVariables(instruction));
  let source: Random = simulatedWorld({ seed: 1 }).random;
  const random: Random = { next: () => source.next(), uuid: () => real.random.uuid() };
  const reseed = (seed: number): void => {
    source = simulatedWorld({ seed }).random;
  };
  if (instruction.clock === "virtual") {
    const clock: SimulatedClock = simulatedWorld().clock;
    const until = <T>(work: Promise<T>): Promise<T> => clock.until(work);
    return { world: { ...real, clock, random }, reseed, until, startJumps: () => undefined };
  }
  let offset = 0;
  const jumps = instruction.clock?.jumps ?? [];
  const clock: World["clock"] = {
    now: () => real.clock.now() + offset,
    monotonic: () => real.clock.monotonic(),
    timer: (milliseconds, fire, options) => real.clock.timer(milliseconds, fire, options),
  };
  return {
    world: { ...real, clock, random },
    reseed,
    until: (work) => work,
    startJumps() {
      for (const [at, by] of jumps) real.clock.timer(at, () => (offset += by));
    },
  };
}

function withVariables(world: World, variables: Readonly<Record<string, string>>): World {
  const environment: World["processes"]["environment"] = (name) =>
    Object.hasOwn(variables, name) ? variables[name] : world.processes.environment(name);
  return { ...world, processes: { ...world.processes, environment } };
}
