import { expect, test } from "vitest";
import { checkedSnapshot, everyBody } from "../../test-support/checked-snapshot.ts";
import { snapshotTools } from "./snapshot-tools.ts";

test("tools in every body, those of agents, and those through which models are asked", () => {
  expect([...snapshotTools(checkedSnapshot(everyBody))].sort()).toEqual([
    "agent",
    "builtin__agent_turn",
    "builtin__decide",
    "builtin__infer",
    "loop",
    "parallel",
    "route",
    "user__read",
    "user__write",
  ]);
});

test("only what is named", () => {
  const plan = "identifier: sub\ndescription: x\nsteps: []\nfinally: {tool_name: user__write, input: {}}\n";
  const steps =
    "steps: [{id: a, tool_name: plan__sub, input: {}}, {id: g, tool_name: agent, input: {prompt: p, tools: []}}]\n";
  expect([...snapshotTools(checkedSnapshot(steps, [plan]))].sort()).toEqual([
    "agent",
    "builtin__agent_turn",
    "plan__sub",
    "user__write",
  ]);
});
