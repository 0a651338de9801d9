import { TemplateError } from "./template-error.ts";

/** Puts the place of the tag into an error on its way out. A scope may throw one object again and again: the last place counts. */
export function placed(error: unknown, text: string, start: number, end: number): unknown {
  if (error instanceof TemplateError) {
    error.tagStart = start;
    error.tagEnd = end;
    error.tag = text.slice(start, end);
  }
  return error;
}
