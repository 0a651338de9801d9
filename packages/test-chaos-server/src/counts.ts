import { readFileSync, renameSync, writeFileSync } from "node:fs";

/**
 * Counts the messages by method in a file that outlives the process, so that a restart goes on counting.
 * A call of a tool is counted twice: under `tools/call` and under `tools/call:<tool>`.
 */
export function createCounts(path: string): (method: string) => void {
  const counts = new Map<string, number>();
  try {
    for (const [method, count] of Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, number>))
      counts.set(method, count);
  } catch {
    // The first process finds no file.
  }
  return (method) => {
    counts.set(method, (counts.get(method) ?? 0) + 1);
    // Written before the message is answered: whoever has the answer can read the count. Renamed, so that no reader sees half a file.
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(Object.fromEntries(counts)));
    renameSync(`${path}.${process.pid}`, path);
  };
}
