const endings = new Set<() => void>();

/**
 * Calls `end` when this process exits; the function that is returned takes that back. Children lead groups of their own, so the
 * terminal's Ctrl-C does not reach them: whoever exits without having closed them must not leave them running.
 */
export function endWithUs(end: () => void): () => void {
  if (endings.size === 0) process.on("exit", endAll);
  endings.add(end);
  return () => {
    endings.delete(end);
    if (endings.size === 0) process.removeListener("exit", endAll);
  };
}

function endAll(): void {
  for (const end of endings) end();
}
