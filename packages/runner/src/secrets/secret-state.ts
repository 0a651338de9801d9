import { shortestSecret } from "./atoms.ts";

/** Whether a secret can be used. An empty value is none; blanks around a value do not make it longer. */
export function secretState(value: string | undefined): "set" | "unset" | "short" {
  if (value === undefined || value === "") return "unset";
  return value.trim().length < shortestSecret ? "short" : "set";
}
