// Adding a line here makes it public.

// The interface
export { WorldError } from "./world.ts";
export type {
  ChildProcess,
  Clock,
  Files,
  FileStatus,
  InsideRoot,
  Network,
  NetworkRequest,
  NetworkResponse,
  Processes,
  Random,
  Timer,
  World,
  WorldErrorCode,
  WriteOptions,
} from "./world.ts";

// What an IP address is for
export { addressKind } from "./address-kind.ts";
export type { AddressKind } from "./address-kind.ts";

// The outside of this machine
export { realWorld } from "./real/world.ts";

// A world in memory, for tests
export { simulatedWorld } from "./simulated/world.ts";
export type { SimulatedWorld, SimulatedWorldOptions } from "./simulated/world.ts";
export type { SimulatedClock } from "./simulated/clock.ts";
export type { SimulatedFiles } from "./simulated/files.ts";
export type { FileEvent, FileFault, FileOperation } from "./simulated/file-faults.ts";
export type { ProcessScript, ScriptedChild, SimulatedProcessesOptions } from "./simulated/processes.ts";
export type {
  NetworkScript,
  ScriptedRequest,
  ScriptedResponse,
  SimulatedNetwork,
  SimulatedNetworkOptions,
} from "./simulated/network.ts";
