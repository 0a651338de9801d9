/** Names of the language that are known in some places only, and where. */
export const placedRoots: ReadonlyMap<string, string> = new Map([
  ["item", "it is known in the body and the gates of `map`, `reduce` and `filter` only."],
  ["index", "it is known in the body and the gates of `map`, `reduce`, `loop` and `filter` only."],
  ["accumulator", "it is known in the body of `reduce`, and in the body and the gate of `loop`."],
  ["error", "it is known in `catch` and `finally` only."],
]);
