import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nextRunState, type RunState } from "../src/run-lifecycle.ts";
import { runEvents } from "./run-lifecycle.ts";
import { tableText, transitionTable } from "./write-table.ts";

test("the table that runs use is the one of the machine", () => {
  expect(readFileSync(new URL("../src/run-transitions.ts", import.meta.url), "utf8")).toBe(tableText());
});

test("every state and event leads where XState leads", () => {
  const table = transitionTable();
  const states = Object.keys(table);
  expect(states).toHaveLength(8);
  for (const state of states) {
    for (const event of runEvents) {
      expect([state, event, nextRunState(state as RunState, event)]).toEqual([
        state,
        event,
        table[state]?.[event] ?? state,
      ]);
    }
  }
});
