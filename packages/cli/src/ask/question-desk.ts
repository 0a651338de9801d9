import type { QuestionListener, RunEvent } from "@graph/host";
import type { RunView } from "../render/run-view.ts";
import { putQuestion, type Terminal } from "./put-question.ts";

/** Puts the questions of a run to the person at the terminal, one after another. */
export interface QuestionDesk {
  readonly ask: QuestionListener;
  /** A step that has ended, or is tried again, wants no answer any more. */
  event(event: RunEvent): void;
  close(): void;
}

/** Opens the desk. While a question is open, the list of the run's steps is taken away. */
export function openQuestionDesk(terminal: Terminal, view: Pick<RunView, "pause" | "resume">): QuestionDesk {
  const open = new Map<string, { readonly path: string; readonly controller: AbortController }>();
  let before: Promise<void> = Promise.resolve();

  return {
    ask(question, reply) {
      const { key, path, from } = question;
      // Nobody at a terminal sends signals.
      if (from !== "person") return undefined;
      const controller = new AbortController();
      open.set(key, { path, controller });
      const turn = before.then(async () => {
        try {
          if (controller.signal.aborted) return;
          view.pause();
          await putQuestion(question, reply, terminal, controller.signal);
        } finally {
          if (open.get(key)?.controller === controller) open.delete(key);
          if (open.size === 0) view.resume();
        }
      });
      before = turn.catch(() => undefined);
      return turn;
    },
    event(event) {
      if (event.type === "step-finish") open.get(event.key)?.controller.abort();
      if (event.type !== "step-retry") return;
      for (const [key, { path, controller }] of open) if (path === event.path && key !== event.key) controller.abort();
    },
    close() {
      for (const { controller } of open.values()) controller.abort();
      terminal.lines.close();
    },
  };
}
