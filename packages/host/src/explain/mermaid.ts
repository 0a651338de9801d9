import type { CheckedBody, CheckedStep, PlanSnapshot } from "@graph/plan";

/** A plan as a Mermaid flowchart: boxes are steps (thick: it may write), arrows carry the reason. */
export function mermaid(snapshot: PlanSnapshot): string {
  const lines = ["flowchart TD"];
  drawBody(snapshot.main.body, "", "  ", lines);
  lines.push("  classDef write stroke-width:3px", "");
  return lines.join("\n");
}

function drawBody(body: CheckedBody, prefix: string, indent: string, lines: string[]): void {
  for (const step of body.steps) drawStep(step, prefix, indent, lines);
  for (const step of body.steps) {
    for (const edge of step.edges) {
      const from = body.steps[edge.from];
      if (from === undefined) continue;
      const label = edge.reason === "read" ? (edge.tag ?? "reads") : edge.reason;
      const arrow = edge.reason === "fence" || edge.reason === "sequence" ? "-.->" : "-->";
      lines.push(`${indent}${nodeId(prefix, from)} ${arrow}|"${escapeLabel(label)}"| ${nodeId(prefix, step)}`);
    }
  }
}

function drawStep(step: CheckedStep, prefix: string, indent: string, lines: string[]): void {
  const id = nodeId(prefix, step);
  const style = step.effect === "write" ? ":::write" : "";
  const bodies = Object.entries(step.bodies ?? {});
  if (bodies.length === 0) {
    lines.push(`${indent}${id}["${escapeLabel(step.id)}<br/>${escapeLabel(step.tool)}"]${style}`);
    return;
  }
  lines.push(`${indent}subgraph ${id}["${escapeLabel(step.id)}: ${escapeLabel(step.tool)}"]`);
  for (const [, body] of bodies) drawBody(body, `${id}_`, `${indent}  `, lines);
  lines.push(`${indent}end`);
}

// `s_` keeps ids off Mermaid's own words (`end`, `graph`).
function nodeId(prefix: string, step: CheckedStep): string {
  return `${prefix === "" ? "s_" : prefix}${step.id.replaceAll("@", "at_")}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll(/[&"<>#`\n]/gu, (character) => `#${character.codePointAt(0)};`);
}
