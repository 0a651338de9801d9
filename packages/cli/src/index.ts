// The contract of the package: adding a line makes it public.

export { runProgram } from "./program.ts";
export { exitCode } from "./exit-code.ts";
