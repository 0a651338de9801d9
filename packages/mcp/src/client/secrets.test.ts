import { beforeAll, describe, expect, it } from "vitest";
import { call, federate, worldOf } from "../../test-support/played-servers.ts";

// Loaded here, so that virtual time does not pass while it is loaded for real.
beforeAll(async () => {
  await import("@modelcontextprotocol/client");
});

describe("a secret of the config", () => {
  const secrets = ["s3cret-token"];

  it("is masked in reasons and in the log", async () => {
    const log: string[] = [];
    const { world } = worldOf({ a: { exits: 1, complains: `${"x".repeat(270)} s3cret-token is refused\n` } });
    const federation = federate(
      world,
      [
        { id: "a", secrets },
        { id: "b", command: "/opt/s3cret-token/run", secrets },
        { id: "c", kind: "http", url: "s3cret-token", shownUrl: "${TOKEN}", secrets },
      ],
      { log: ({ message }) => log.push(message) },
    );
    await world.clock.until(federation.ready());
    expect(federation.servers().map(({ reason }) => reason)).toEqual([
      `exited with code 1: ${"x".repeat(270)} *** is r…`,
      "could not be started: the command /opt/***/run was not found",
      "has `${TOKEN}` for an address, which is none; write one such as https://example.com/mcp",
    ]);
    expect(log).toEqual([`${"x".repeat(270)} *** is refused`]);
    await world.clock.until(federation.close());
  });

  it("is masked in diagnostics, in what makes a tool unusable, and in the words of a failed call, not in data", async () => {
    const inputSchema = { type: "object" };
    const { world } = worldOf({
      a: {
        tools: [
          { name: "echo", inputSchema },
          { name: "s3cret-token!", inputSchema },
          { name: "odd", inputSchema: { type: "s3cret-token" } },
        ],
      },
    });
    const federation = federate(world, [{ id: "a", secrets }]);
    await world.clock.until(federation.ready());
    const said = [...federation.diagnostics(), ...federation.tools().map(({ unusable }) => unusable)];
    expect(JSON.stringify(said)).toContain("***");
    expect(JSON.stringify(said)).not.toContain("s3cret-token");
    expect(await call(federation, "a__echo", { v: "s3cret-token" })).toEqual({ v: "s3cret-token" });
    await world.clock.until(federation.close());
  });
});
