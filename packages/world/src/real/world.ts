import type { World } from "../world.ts";
import { realClock } from "./clock.ts";
import { realFiles } from "./files.ts";
import { realNetwork } from "./network.ts";
import { realProcesses } from "./processes.ts";
import { realRandom } from "./random.ts";

/** The outside of this machine. */
export function realWorld(): World {
  return {
    clock: realClock(),
    random: realRandom(),
    files: realFiles(),
    processes: realProcesses(),
    network: realNetwork(),
  };
}
