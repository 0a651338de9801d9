import type { Json } from "@graph/plan";
import type { Run, RunEvent, RunEvents } from "@graph/runner";

/** A question to a person, or a signal, that a run waits for. */
export type RunQuestion = RunEvents["question"];

/** How a question is replied to. */
export interface QuestionReply {
  /** Answers it; of a signal, with its payload. `invalid`: the answer does not fit the question's schema, and it stays open. */
  answer(value: Json): Promise<"accepted" | "already-answered" | "unknown" | "invalid">;
  /** Ends it without an answer: the plan does what its `when_unanswered` says. A signal cannot be declined. */
  decline(): void;
}

/** Whoever can be asked. What it throws, at once or later, declines the question: nobody else would ever answer it. */
export type QuestionListener = (question: RunQuestion, reply: QuestionReply) => void | Promise<void>;

/** Puts a question of a run to whoever can be asked, once it has been told as an event. */
export async function tellQuestion(
  question: RunQuestion,
  run: Run,
  { onEvent, onQuestion }: { readonly onEvent?: (event: RunEvent) => unknown; readonly onQuestion: QuestionListener },
): Promise<void> {
  const { key } = question;
  const reply: QuestionReply = {
    answer: (value) => run.answer(key, value),
    decline: () => void run.decline(key),
  };
  void quietly(() => onEvent?.(question));
  try {
    await onQuestion(question, reply);
  } catch {
    reply.decline();
  }
}

async function quietly(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch {
    // A listener that fails disturbs nothing.
  }
}
