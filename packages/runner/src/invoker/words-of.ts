/** The words of whatever was thrown, a text in any case: people throw texts, plain objects, and things that throw when they are read. */
export function wordsOf(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown !== "object" || thrown === null) return String(thrown);
    const { message } = thrown as { readonly message?: unknown };
    if (typeof message === "string") return message;
    const text: unknown = JSON.stringify(message ?? thrown);
    return typeof text === "string" ? text : "It failed without a word.";
  } catch {
    return "It failed with an error that cannot be read.";
  }
}
