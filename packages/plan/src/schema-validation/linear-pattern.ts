import { createRequire } from "node:module";
import { spend } from "./meter.ts";

/** A compiled pattern as ajv calls it: `toString` is its key in ajv's scope, so it must differ between patterns. */
export interface LinearPattern {
  readonly pattern: string;
  /** How much of the budget of patterns of one schema it uses up. */
  readonly size: number;
  test(text: string): boolean;
  toString(): string;
}

/** Limits of one pattern: longer ones, or those with more instructions, are slow to compile even though they run in linear time. */
const maximumPatternLength = 2_000;
const maximumPatternSize = 5_000;

interface Re2Module {
  readonly RE2JS: {
    compile(pattern: string, flags?: number): { test(text: string): boolean; programSize(): number };
    translateRegExp(pattern: string): string;
  };
}

let library: Re2Module | undefined;
const compiled = new Map<string, LinearPattern | string>();

const compile = (pattern: string): LinearPattern | string => {
  if (pattern.length > maximumPatternLength) return `is longer than ${maximumPatternLength} characters`;
  library ??= createRequire(import.meta.url)("re2js") as Re2Module;
  try {
    const expression = library.RE2JS.compile(library.RE2JS.translateRegExp(pattern));
    const size = expression.programSize();
    if (size > maximumPatternSize) return "is too large once its repetitions are written out";
    const weight = Math.ceil(size / 64);
    return {
      pattern,
      size,
      test: (text) => {
        spend(4 + weight * (1 + (text.length >> 6)));
        return expression.test(text);
      },
      toString: () => pattern,
    };
  } catch {
    return "uses a form (look-ahead, back-reference, a large repetition …) that cannot be matched in linear time";
  }
};

/** Compiles a pattern for the linear-time engine; a text is the reason why it cannot be. Cached: servers repeat their patterns. */
export const linearPattern = (pattern: string): LinearPattern | string => {
  let result = compiled.get(pattern);
  if (result === undefined) {
    if (compiled.size >= 1_000) compiled.clear();
    result = compile(pattern);
    compiled.set(pattern, result);
  }
  return result;
};
