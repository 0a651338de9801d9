/** Whether a text is the name of an environment variable, by the same rule as `${NAME}`. */
export const isVariableName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/u.test(text);
