import { describe, expect, test } from "vitest";
import { smallCatalog, tool } from "../../../test-support/small-catalog.ts";
import { only, told } from "../../../test-support/told.ts";
import type { Catalog } from "../../catalog.ts";

const child = "identifier: child\ndescription: C.\nsteps:\n  - {id: c, tool_name: fake__echo}\n";
const base = smallCatalog({ plans: [child] });
// The operator says that it is idempotent; that it reads, only its own definition.
const look = tool("srv__look", { owner: { kind: "server", server: "srv", tool: "look" }, trustedReadOnly: false });
const catalog: Catalog = { ...base, get: (name) => (name === look.name ? look : base.get(name)) };
const cached = (rest: string): string => `steps:\n  - id: a\n    cache: {ttl: 1h}\n    ${rest}\n`;

describe("cache", () => {
  test.each([
    ["a tool that reads, by somebody's word", "tool_name: fake__echo"],
    ["with whatever is done when it fails", "{tool_name: fake__echo, catch: [{do: {tool_name: fake__write}}]}"],
  ])("%s", (_title, rest) => {
    const text = rest.startsWith("{")
      ? `steps:\n  - ${rest.replace("{", "{id: a, cache: {ttl: 1h}, ")}\n`
      : cached(rest);
    expect(told(text, catalog)).toEqual([]);
  });

  test.each<[string, string]>([
    ["tool_name: fake__write", "`fake__write` may write."],
    [
      "tool_name: srv__find",
      "only the definition of `srv__find` itself says that it reads; the operator's config must say so too.",
    ],
    [
      "tool_name: srv__look",
      "only the definition of `srv__look` itself says that it reads; the operator's config must say so too.",
    ],
    ["tool_name: plan__child", "`plan__child` is no tool, and only calls of tools are cached."],
    ["tool_name: wait\n    input: {for: 1s}", "`wait` is no tool, and only calls of tools are cached."],
    [
      "tool_name: map\n    input: {over: [1], do: {tool_name: fake__echo}}",
      "`map` is no tool, and only calls of tools are cached.",
    ],
  ])("%s", (rest, reason) => {
    expect(only(cached(rest), catalog)).toMatchObject({
      code: "step/cache-on-write",
      line: 5,
      column: 5,
      message: `The result of this step cannot be cached: ${reason}`,
      suggestions: [{ title: "Remove `cache`", patch: [{ op: "remove", path: "/steps/0/cache" }], verified: true }],
    });
  });

  test("of a tool that is not there nothing is said", () => {
    expect(told(cached("tool_name: fake__nope"), catalog)).toEqual(["4:16 tool/unknown fake__nope"]);
  });

  test("its key is a template like any other", () => {
    expect(
      told(
        "steps:\n  - {id: a, tool_name: fake__echo, cache: {ttl: 1h, key: [<<b.x>>, <<a.x>>, <<run.id>>]}}\n  - {id: b, tool_name: fake__echo}\n",
      ),
    ).toEqual(["2:59 ref/forward <<b.x>>", "2:68 ref/self <<a.x>>"]);
  });
});
