import { describe, expect, it } from "vitest";
import { checkNamespace, checkServerId, reservedServerIds } from "./names.ts";

describe("checkServerId", () => {
  it.each(["a", "fs", "chrome-devtools", "a_b", "x9-", "a_b-c_d", "a".repeat(20)])("accepts %s", (id) => {
    expect(checkServerId(id)).toBeUndefined();
  });

  it.each(["", "Big", "9a", "-a", "_a", "b_", "a__b", "a_", "a.b", "日本", "a b", "a".repeat(21), "__proto__"])(
    "refuses %j",
    (id) => {
      expect(checkServerId(id)?.code).toBe("name/bad-name");
      expect(checkServerId(id)?.message).toContain(`\`${id}\` cannot be a server id`);
    },
  );

  it.each(["builtin", "builtin_plan", "plan", "user", "agent"])("keeps %s for graph", (id) => {
    expect(reservedServerIds).toContain(id);
    expect(checkServerId(id)).toMatchObject({
      code: "name/reserved",
      message: expect.stringContaining(`\`${id}\``) as string,
    });
  });
});

describe("checkNamespace", () => {
  it.each(["user", "builtin", "acme", "my_app"])("accepts %s", (name) => expect(checkNamespace(name)).toBeUndefined());
  it.each([
    ["plan", "name/reserved"],
    ["builtin_plan", "name/reserved"],
    ["agent", "name/reserved"],
    ["a__b", "name/bad-name"],
    ["", "name/bad-name"],
  ])("refuses %j", (name, code) => expect(checkNamespace(name)?.code).toBe(code));
});
