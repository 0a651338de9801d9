import { type Json, type JsonObject, TemplateError, type TemplateScope } from "@graph/plan";

/** The results of a list of steps: `undefined` for a step that was skipped, or whose failure was ignored. */
export type Results = Map<string, Json | undefined>;

const missing = (id: string, skipped: boolean): TemplateError =>
  new TemplateError("ref/missing-step", "missing_step", id, skipped ? { skippedBy: id } : {});

/** Names that a body or a clean-up reads beside everything around it. */
export const namesScope = (outer: TemplateScope, names: JsonObject): TemplateScope => ({
  read: (root) => names[root] ?? (root in names ? null : outer.read(root)),
});

/** What the steps of a list read of each other. */
export const listScope = (outer: TemplateScope, ids: readonly string[], results: Results): TemplateScope => ({
  read(root) {
    const value = results.get(root);
    if (value !== undefined) return value;
    if (ids.includes(root)) throw missing(root, results.has(root));
    return outer.read(root);
  },
});

/** What a plan reads around its steps. */
export const planScope = (names: JsonObject): TemplateScope => ({
  read(root) {
    const value = names[root];
    if (value === undefined) throw missing(root, false);
    return value;
  },
});

/** What the clean-up of a plan reads: a step without a result, for whatever reason, skips the step that reads it. */
export const afterScope = (list: TemplateScope): TemplateScope => ({
  read(root) {
    try {
      return list.read(root);
    } catch {
      throw missing(root, true);
    }
  },
});

/** What a body reads that runs once for its step. */
export function bodyScope(outer: TemplateScope, path: string, name: string): TemplateScope {
  return namesScope(outer, { run: { ...(outer.read("run") as JsonObject), id: `r/${path}/${name}` } });
}

/** What a body reads in one of its rounds. */
export function roundScope(outer: TemplateScope, names: JsonObject, index: number, path: string): TemplateScope {
  const run = { ...(outer.read("run") as JsonObject), id: `r/${path}[${String(index)}]` };
  return namesScope(outer, { ...names, index, run });
}
