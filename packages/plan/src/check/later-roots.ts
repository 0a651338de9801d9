/** Names of the language that cannot be read where they stand, and why. */
export const laterRoots: ReadonlyMap<string, string> = new Map([
  ["item", "it is known in the body and the gates of `map` and `filter` only."],
  ["index", "it is known in the body and the gates of `map` and `filter` only."],
  ["accumulator", "it belongs to `reduce` and `loop`, which this version of graph does not have yet."],
  ["error", "it belongs to `catch` and `finally`, which this version of graph does not have yet."],
  ["env", "this version of graph does not have it yet. Pass the value as an input."],
  ["secrets", "this version of graph does not have them yet."],
]);
