import type { SourceProblem } from "./source-problem.ts";

export const maximumBytes: number = 256 * 1024;

export function tooBigProblem(bytes: number): SourceProblem {
  return {
    code: "yaml/too-big",
    message: `The source is ${bytes} bytes long; a plan may have ${maximumBytes} (256 KiB). Move long texts and data into files that a step reads.`,
    start: 0,
    end: 0,
  };
}

export function tooDeepProblem(offset: number, lexeme: string): SourceProblem {
  return {
    code: "yaml/too-deep",
    message: "Nested deeper than 64 levels. A plan's lists and maps may stand 64 deep inside each other.",
    start: offset,
    end: offset + lexeme.length,
  };
}

export function directiveProblem(lexeme: string, offset: number): SourceProblem {
  return {
    code: "yaml/directive",
    message: `Directives such as \`${lexeme.slice(0, 40)}\` are not allowed: plans are always YAML 1.2. Delete the line.`,
    start: offset,
    end: offset + lexeme.length,
  };
}

export function manyDocumentsProblem(text: string, offset: number): SourceProblem {
  return {
    code: "yaml/many-documents",
    message: "A second document begins here; a file holds one plan. Move it into a file of its own.",
    start: offset,
    end: text.startsWith("---", offset) ? offset + 3 : offset + 1,
  };
}

export function anchorProblem(lexeme: string, offset: number): SourceProblem {
  return {
    code: "yaml/anchor",
    message: `Anchors (\`${lexeme.slice(0, 40)}\`) are not allowed: write the value out where it is used. If a text was meant, quote it.`,
    start: offset,
    end: offset + lexeme.length,
  };
}

export function aliasProblem(name: string, offset: number): SourceProblem {
  return {
    code: "yaml/alias",
    message: `Aliases (\`*${name.slice(0, 40)}\`) are not allowed: write the value out. If a text was meant, quote it.`,
    start: offset,
    end: offset + name.length + 1,
  };
}

export function tagProblem(lexeme: string, offset: number): SourceProblem {
  return {
    code: "yaml/tag",
    message: `YAML tags (\`${lexeme.slice(0, 40)}\`) are not allowed: values are plain YAML. If a text was meant, quote it.`,
    start: offset,
    end: offset + lexeme.length,
  };
}

export function mergeKeyProblem(start: number, end: number): SourceProblem {
  return {
    code: "yaml/merge-key",
    message: "A merge key (`<<:`) is not allowed: write the keys out in this map.",
    start,
    end,
  };
}
