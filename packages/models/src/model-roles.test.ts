import { expect, it } from "vitest";
import type { ChatModel } from "./chat-model.ts";
import type { DecisionModel } from "./decision-model.ts";
import { MissingRoleError, modelRoles } from "./model-roles.ts";

const decider: DecisionModel = {
  id: "d",
  limits: { maxOptions: 255 },
  decide: () => Promise.reject(new Error("not asked")),
};
const chat: ChatModel = { id: "c", generate: async () => ({ model: "c-1", usage: {}, text: "hi" }) };

it("finds models by role", async () => {
  const roles = modelRoles({ decision: { decider }, chat: { default: chat } });
  expect(roles.decision("decider")).toBe(decider);
  expect(roles.findDecision("decider")).toBe(decider);
  expect(roles.chat("default")).toBe(chat);
  expect(roles.findChat("default")).toBe(chat);
});

it("never lets one role stand in for another", () => {
  const roles = modelRoles({ decision: { default: decider }, chat: { default: chat, writer: chat } });
  expect(roles.findDecision("decider")).toBeUndefined();
  expect(roles.findDecision("constructor")).toBeUndefined();
  expect(() => roles.decision("decider")).toThrow(MissingRoleError);
  expect(() => roles.decision("decider")).toThrow(
    "No decision model plays the role `decider`: configure `[models.decider]`, or have the host application pass one for this role.",
  );
  expect(() => roles.decision("writer")).toThrow(
    "The role `writer` is played by a chat model, and a decision model is needed: configure `[models.writer]`",
  );
  expect(() => modelRoles().chat("default")).toThrow("No chat model plays the role `default`");
});
