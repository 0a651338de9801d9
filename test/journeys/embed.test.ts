import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the host application of the example runs and asserts", () => {
  const top = fileURLToPath(new URL("../../", import.meta.url));
  const printed = execFileSync("npm", ["start", "--silent", "--workspace", "graph-example-embed"], {
    cwd: top,
    encoding: "utf8",
  });
  expect(printed).toBe("The order is coffee.\n");
});
