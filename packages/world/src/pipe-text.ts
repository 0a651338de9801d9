/** Text of a pipe on its way to listeners. */
export interface PipeText {
  push(text: string): void;
  listen(listener: (text: string) => void): void;
}

/** What came before anybody listened is kept up to this many characters, the newest of it. */
const keptCharacters = 64 * 1024;

/** A pipe that is always read, so that a child whose output nobody wants does not block on a full pipe. */
export function pipeText(): PipeText {
  const listeners: ((text: string) => void)[] = [];
  let kept = "";
  return {
    push(text) {
      if (listeners.length === 0) kept = (kept + text).slice(-keptCharacters);
      for (const listener of listeners) listener(text);
    },
    listen(listener) {
      listeners.push(listener);
      if (kept === "") return;
      const text = kept;
      kept = "";
      listener(text);
    },
  };
}
