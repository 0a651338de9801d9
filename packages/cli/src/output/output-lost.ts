/** Says that stdout could not be written to; `undefined` when its reader has gone, who wanted no more. */
export function outputLost(error: { readonly code?: string | undefined }): string | undefined {
  if (error.code === "EPIPE") return undefined;
  const reason =
    error.code === "ENOSPC"
      ? "there is no space left"
      : error.code === undefined
        ? "it failed"
        : `it failed (${error.code})`;
  return `error: The output could not be written to stdout: ${reason}. What was printed is not whole.`;
}
