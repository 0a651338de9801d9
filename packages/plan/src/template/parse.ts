import { buildBlocks } from "./build-blocks.ts";
import { templateLimits } from "./limits.ts";
import { scanTags } from "./scan-tags.ts";
import { withoutStandaloneLines } from "./standalone-lines.ts";
import type { ParsedTemplate, TemplateNode } from "./template.ts";

/**
 * Reads a text and its tags, once. Never throws: what is wrong stands in `problems`, and a template with an error among them
 * is not meant to be evaluated.
 */
export function parseTemplate(text: string): ParsedTemplate {
  if (!text.includes("<<") && !text.includes("{{")) {
    return { text, nodes: text === "" ? [] : [{ type: "text", text }], sole: false, problems: [] };
  }
  if (text.length > templateLimits.textCharacters) {
    return {
      text,
      nodes: [{ type: "text", text }],
      sole: false,
      problems: [
        {
          code: "template/too-long",
          severity: "error",
          message: `A text with tags has at most ${templateLimits.textCharacters.toLocaleString("en")} characters, this one has ${text.length.toLocaleString("en")}. Split it into several values.`,
          start: 0,
          end: 2,
        },
      ],
    };
  }
  const scan = scanTags(text);
  const built = buildBlocks(withoutStandaloneLines(scan.pieces));
  const problems = [...scan.problems, ...built.problems].sort((left, right) => left.start - right.start);
  return { text, nodes: built.nodes, sole: isSole(built.nodes), problems };
}

function isSole(nodes: readonly TemplateNode[]): boolean {
  let tags = 0;
  for (const node of nodes) {
    if (node.type === "text") {
      if (node.text.trim() !== "") {
        return false;
      }
    } else if (node.type === "tag") {
      tags += 1;
    } else {
      return false;
    }
  }
  return tags === 1;
}
