import { createInterface } from "node:readline";
import { createCounts } from "./counts.ts";
import { readScript } from "./script.ts";
import { createServer } from "./server.ts";
import { createWire } from "./wire.ts";

const path = process.argv[2];
if (path === undefined) {
  process.stderr.write("Usage: chaos-server FILE\n");
  process.exit(2);
}

const script = readScript(path);
const handle = createServer(script, createWire(script), {
  count: createCounts(process.env["CHAOS_COUNTS"] ?? `${path}.counts.json`),
  exit: (code) => process.exit(code),
  complain: (text) => void process.stderr.write(text),
});

// The client may go away in the middle of a flood.
process.stdout.on("error", () => process.exit(0));
const lines = createInterface({ input: process.stdin });
lines.on("line", handle);
if (script.behaviours.has("ignores_end")) {
  process.on("SIGTERM", () => undefined);
  // A test that died before it ended this process must not leave it for ever.
  setTimeout(() => process.exit(0), 120_000);
} else lines.on("close", () => process.exit(0));
