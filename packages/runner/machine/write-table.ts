import { writeFileSync } from "node:fs";
import { getNextSnapshot, type AnyStateMachine } from "xstate";
import { runEvents, runLifecycle } from "./run-lifecycle.ts";

/** The transitions of the machine, asked of XState itself: for every state, the events that lead to another one. */
export function transitionTable(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const machine: AnyStateMachine = runLifecycle;
  const table: Record<string, Record<string, string>> = {};
  for (const state of Object.keys(machine.states)) {
    const row: Record<string, string> = {};
    for (const type of runEvents) {
      const next = getNextSnapshot(machine, machine.resolveState({ value: state, context: {} }), { type });
      if (next.value !== state) row[type] = String(next.value);
    }
    table[state] = row;
  }
  return table;
}

/** The text of src/run-transitions.ts. */
export function tableText(): string {
  const rows = Object.entries(transitionTable()).map(([state, row]) => {
    const cells = Object.entries(row).map(([event, next]) => `${event}: "${next}"`);
    return `  ${state}: {${cells.length === 0 ? "" : ` ${cells.join(", ")} `}},`;
  });
  return `// Written from machine/run-lifecycle.ts by machine/write-table.ts; do not edit.
import type { RunLifecycleEvent, RunState } from "./run-lifecycle.ts";

export const runTransitions: { readonly [State in RunState]: { readonly [Event in RunLifecycleEvent]?: RunState } } = {
${rows.join("\n")}
};
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(new URL("../src/run-transitions.ts", import.meta.url), tableText());
}
