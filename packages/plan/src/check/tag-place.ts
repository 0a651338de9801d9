import type { ReportOptions } from "../source/report.ts";
import type { ParsedTemplate } from "../template/template.ts";
import type { StepNode } from "./plan-tree.ts";
import type { Read } from "./reads.ts";

/** The place of the tag that a path is read in. */
export function atTag(read: Read): ReportOptions {
  return {
    tagStart: read.start,
    tagEnd: read.end,
    template: read.tag,
    ...(read.step !== undefined && { step: read.step.path }),
  };
}

/** The place of the first tag of a text. */
export function atFirstTag(template: ParsedTemplate, step: StepNode | undefined): ReportOptions {
  const tag = template.nodes.find((node) => node.type !== "text");
  return {
    ...(tag !== undefined && {
      tagStart: tag.start,
      tagEnd: tag.end,
      template: template.text.slice(tag.start, tag.end),
    }),
    ...(step !== undefined && { step: step.path }),
  };
}
