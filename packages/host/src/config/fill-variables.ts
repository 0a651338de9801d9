/** A text with its variables filled in, and the names of those that are not set. */
export interface FilledText {
  readonly text: string;
  readonly missing: readonly string[];
  /** What was put in. */
  readonly values: readonly string[];
}

/**
 * Puts environment variables in the place of `${NAME}`; `$${NAME}` stands for the text itself. Called when a server is started and
 * never before, so that no value of the environment is kept with the config.
 */
export function fillVariables(text: string, environment: (name: string) => string | undefined): FilledText {
  const missing: string[] = [];
  const values: string[] = [];
  const filled = text.replaceAll(/(\$?)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/gu, (whole, escape: string, name: string) => {
    if (escape !== "") return whole.slice(1);
    const value = environment(name);
    if (value === undefined) missing.push(name);
    else values.push(value);
    return value ?? "";
  });
  return { text: filled, missing, values };
}
