import { describe, expect, it } from "vitest";
import { definitionDigest, registerTool, type Registration } from "./register-tool.ts";
import type { ToolDefinition } from "./tool.ts";

const definition: ToolDefinition = {
  name: "send",
  description: "Sends a message",
  inputSchema: { type: "object", properties: { to: { type: "string" }, text: { type: "string" } } },
};
const registration: Registration = {
  name: "chat__send",
  owner: { kind: "server", server: "chat", tool: "send" },
  readOnly: false,
  repeatable: false,
};

describe("registerTool", () => {
  it("carries the definition under the public name, and nothing else the object has", () => {
    const tool = registerTool({ ...definition, title: "Send", run: () => 1 } as ToolDefinition, registration);
    expect(tool.name).toBe("chat__send");
    expect(tool.title).toBe("Send");
    expect(tool.owner).toEqual({ kind: "server", server: "chat", tool: "send" });
    expect(Object.keys(tool)).not.toContain("run");
    expect(Object.keys(tool)).not.toContain("outputSchema");
  });

  it("finds the schema unusable when asked, and says so of this tool only", () => {
    const bad = registerTool({ ...definition, inputSchema: { type: "strnig" } }, registration);
    expect(bad.unusable).toEqual(expect.any(String));
    expect(registerTool(definition, registration).unusable).toBeUndefined();
    expect(registerTool(definition, registration).unchecked).toBeUndefined();
  });

  it("passes a reason on that is known already", () => {
    expect(registerTool(definition, { ...registration, unusable: "it has no input schema" }).unusable).toBe(
      "it has no input schema",
    );
  });

  it("reads no schema before somebody asks", () => {
    const schema = new Proxy({}, { ownKeys: () => expect.fail("read"), get: () => expect.fail("read") });
    expect(registerTool({ ...definition, inputSchema: schema }, registration).inputSchema).toBe(schema);
  });
});

describe("definitionDigest", () => {
  const digest = definitionDigest(definition);

  it("does not depend on the order of keys, nor on what else the object carries", () => {
    const { name, description } = definition;
    const turned = {
      inputSchema: { properties: { text: { type: "string" }, to: { type: "string" } }, type: "object" },
      description,
      name,
      run: (): number => 1,
    };
    expect(definitionDigest(turned)).toBe(digest);
    expect(registerTool(definition, registration).digest).toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  const changes: readonly Partial<ToolDefinition>[] = [
    { name: "sent" },
    { title: "Send" },
    { description: "Sends a message." },
    { inputSchema: { type: "object" } },
    { outputSchema: { type: "object" } },
    { annotations: { readOnlyHint: false } },
    { category: "chat" },
    { tags: ["chat"] },
    { idempotencyArgument: "to" },
    { literalArguments: ["/to"] },
    { outputExample: null },
  ];
  it.each(changes)("changes with %j", (change) =>
    expect(definitionDigest({ ...definition, ...change })).not.toBe(digest),
  );

  it("exists for a schema that contains itself", () => {
    const ring: Record<string, never> = {};
    Object.assign(ring, { ring });
    expect(definitionDigest({ ...definition, inputSchema: ring })).toMatch(/^[0-9a-f]{64}$/);
  });
});
