import { checkPlan, parsePlan } from "@graph/plan";
import { createCatalog } from "@graph/tools";
import { expect, test } from "vitest";
import { mergeLayers } from "./merge-layers.ts";
import { withRaised } from "./raised-settings.ts";
import { readLayer } from "./read-layer.ts";

const merged = (user: string, project: string): ReturnType<typeof mergeLayers> =>
  mergeLayers({
    user: readLayer(`[settings]\n${user}`, "user.toml"),
    project: readLayer(`[settings]\n${project}`, "project.toml"),
  });

test.each([
  ["raises the user's", "max_steps = 100", "max_steps = 1000000", { max_steps: 100 }, { max_steps: 1000000 }],
  ["lowers the user's", "max_steps = 100", "max_steps = 7", { max_steps: 7 }, { max_steps: 7 }],
  ["lowers what nobody set", "", "max_items = 5", { max_items: 5 }, { max_items: 5 }],
  ["raises what nobody set", "", "max_depth = 65", {}, { max_depth: 65 }],
  ["bounds what has no bound", "", "max_concurrency = 9", { max_concurrency: 9 }, { max_concurrency: 9 }],
])("a project's file that %s", (_, user, project, untrusted, trusted) => {
  const config = merged(user, project);
  expect(config.ceilings).toEqual(untrusted);
  expect(withRaised(config).ceilings).toEqual(trusted);
});

test("a longer timeout needs trust, too; the place of what is raised is known", () => {
  const config = merged('default_timeout = "2s"', 'max_items = 1\ndefault_timeout = "1h"');
  expect([config.defaultTimeoutMs, withRaised(config).defaultTimeoutMs]).toEqual([2000, 3_600_000]);
  expect(config.raised).toMatchObject([{ key: "default_timeout", instead: 2000, place: { line: 3, column: 19 } }]);
  expect(merged('default_timeout = "2s"', 'default_timeout = "1s"').defaultTimeoutMs).toBe(1000);
});

test("where nobody set a ceiling, it is the checker's own", () => {
  const key = { max_steps: "max_steps", max_items: "max_items", max_depth: "depth", max_plan_steps: "max_plan_steps" };
  for (const [setting, limit] of Object.entries(key)) {
    const [raised] = merged("", `${setting} = 1000000`.replace("max_depth = 1000000", "max_depth = 1000")).raised;
    const most = raised?.instead ?? 0;
    const accepts = (value: number): boolean =>
      checkPlan(
        parsePlan({ identifier: "p", description: "x", steps: [], limits: { [limit]: value } }),
        createCatalog(),
      ).diagnostics.every((one) => one.path !== `/limits/${limit}`);
    expect([setting, accepts(most), accepts(most + 1)]).toEqual([setting, true, false]);
  }
});
