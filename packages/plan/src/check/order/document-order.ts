/**
 * The order in which the steps of a list run one after another: always the first one of the file that waits for nothing any more. Without
 * a step that waits for a later one that is the order of the file. Steps that wait in a ring are left out.
 *
 * @param waitsFor Of each step, the indices of those that it waits for.
 */
export function documentOrder(waitsFor: readonly (readonly number[])[]): number[] {
  if (waitsFor.every((edges, index) => edges.every((from) => from < index))) return [...waitsFor.keys()];
  const open = waitsFor.map((edges) => new Set(edges).size);
  const dependents = waitsFor.map((): number[] => []);
  for (const [index, edges] of waitsFor.entries()) for (const from of new Set(edges)) dependents[from]?.push(index);
  const order: number[] = [];
  for (let index = 0; index < open.length; index += 1) {
    if (open[index] !== 0) continue;
    order.push(index);
    open[index] = -1;
    let next = index;
    for (const dependent of dependents[index] ?? []) {
      open[dependent] = (open[dependent] ?? 0) - 1;
      // An earlier one that has waited for this: it comes first.
      if (open[dependent] === 0 && dependent <= next) next = dependent - 1;
    }
    index = next;
  }
  return order;
}
