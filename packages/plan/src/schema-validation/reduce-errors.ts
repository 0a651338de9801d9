import type { ErrorObject } from "ajv";

const isBranching = (error: ErrorObject): boolean => error.keyword === "anyOf" || error.keyword === "oneOf";

/**
 * ajv lists the errors of every branch of an `anyOf` and then the `anyOf` itself. Of the branches only one can be meant: where a
 * single branch is of the right type its own errors are told; where none is, the types are put together; else the `anyOf` stands.
 */
export const reduceErrors = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === "if" || error.keyword === "propertyNames") {
      // The error of the schema below says more, or for names: less, because its place is a name and not a value.
      if (error.keyword === "propertyNames") while (kept.at(-1)?.propertyName !== undefined) kept.pop();
      else continue;
    }
    if (!isBranching(error)) {
      kept.push(error);
      continue;
    }
    const branches = takeBranches(kept, error);
    const atPlace = branches.filter((branch) => branch.instancePath === error.instancePath);
    const types = atPlace.filter((branch) => branch.keyword === "type");
    const wrongKind = atPlace.filter(
      (branch) => branch.keyword === "type" || branch.keyword === "const" || branch.keyword === "enum",
    );
    const total = (error.schema as readonly unknown[]).length;
    if (types.length === total)
      kept.push({
        ...(types[0] as ErrorObject),
        schema: [...new Set(types.flatMap((branch) => branch.schema as string[]))],
      });
    else if (total - wrongKind.length === 1 && branches.length > wrongKind.length)
      kept.push(...branches.filter((branch) => !wrongKind.includes(branch)));
    else kept.push(error);
  }
  return kept.length > 0 ? kept : [...errors];
};

/** Takes the errors of the branches off the end of the list: what lies at or below the same value, and under the same keyword. */
const takeBranches = (kept: ErrorObject[], error: ErrorObject): ErrorObject[] => {
  const parent = error.schemaPath.slice(0, -error.keyword.length);
  const taken: ErrorObject[] = [];
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const below = last.instancePath === error.instancePath || last.instancePath.startsWith(`${error.instancePath}/`);
    // A branch behind a `$ref` has a path of its own; a neighbour of the keyword begins like its parent and goes on otherwise.
    const referred = last.schemaPath.startsWith("#/$defs/") && !parent.startsWith("#/$defs/");
    const neighbour =
      !referred && last.schemaPath.startsWith(parent) && !last.schemaPath.startsWith(`${error.schemaPath}/`);
    if (!below || neighbour) break;
    taken.unshift(last);
    kept.pop();
  }
  return taken;
};
