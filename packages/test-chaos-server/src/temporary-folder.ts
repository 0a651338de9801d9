import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new empty folder of this test's own: its real path, and the function that removes it with all that is in it. */
export function makeTemporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "graph-test-")));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
