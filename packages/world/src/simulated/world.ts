import type { Random, World } from "../world.ts";
import { type SimulatedClock, simulatedClock } from "./clock.ts";
import { type SimulatedFiles, simulatedFiles } from "./files.ts";
import { type SimulatedNetwork, type SimulatedNetworkOptions, simulatedNetwork } from "./network.ts";
import { type SimulatedProcessesOptions, simulatedProcesses } from "./processes.ts";
import { seededRandom } from "./random.ts";

/** What a simulated world begins with. */
export interface SimulatedWorldOptions {
  /** Seed of the randomness; default 1. */
  readonly seed?: number;
  /** Wall time at the start in milliseconds since 1970; default 2026-01-01T00:00:00Z. */
  readonly startAt?: number;
  /** Files by absolute path; their folders are made. */
  readonly files?: Readonly<Record<string, string>>;
  readonly processes?: SimulatedProcessesOptions;
  readonly network?: SimulatedNetworkOptions;
}

/** A world in memory: nothing in it reaches the machine, and the same options give the same course of events. */
export interface SimulatedWorld extends World {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly files: SimulatedFiles;
  readonly network: SimulatedNetwork;
}

/** A new simulated world. */
export function simulatedWorld(options: SimulatedWorldOptions = {}): SimulatedWorld {
  const clock = simulatedClock(options.startAt ?? Date.UTC(2026, 0, 1));
  return {
    clock,
    random: seededRandom(options.seed ?? 1),
    files: simulatedFiles(() => clock.now(), options.files),
    processes: simulatedProcesses(options.processes),
    network: simulatedNetwork(clock, options.network),
  };
}
