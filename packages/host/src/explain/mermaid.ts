import type { CheckedBody, CheckedStep, PlanSnapshot } from "@graph/plan";

/** A plan as a Mermaid flowchart: boxes are steps (thick: it may write), arrows carry the reason. */
export function mermaid(snapshot: PlanSnapshot): string {
  const lines = ["flowchart TD"];
  // Numbers: names put together from ids of steps would meet others (`a_b`, and `b` inside `a`), or Mermaid's own words.
  let count = 0;
  const nextNode = (): string => `s${(count += 1)}`;
  drawBody(snapshot.main.body, nextNode, "  ", lines);
  lines.push("  classDef write stroke-width:3px", "");
  return lines.join("\n");
}

function drawBody(body: CheckedBody, nextNode: () => string, indent: string, lines: string[]): void {
  const nodes = body.steps.map((step) => drawStep(step, nextNode, indent, lines));
  body.steps.forEach((step, index) => {
    for (const edge of step.edges) {
      const from = nodes[edge.from];
      if (from === undefined) continue;
      const label = edge.reason === "read" ? (edge.tag ?? "reads") : edge.reason;
      const arrow = edge.reason === "fence" || edge.reason === "sequence" ? "-.->" : "-->";
      lines.push(`${indent}${from} ${arrow}|"${escapeLabel(label)}"| ${nodes[index]}`);
    }
  });
}

/** Draws a step with its bodies and returns its node. */
function drawStep(step: CheckedStep, nextNode: () => string, indent: string, lines: string[]): string {
  const node = nextNode();
  const style = step.effect === "write" ? ":::write" : "";
  const bodies = Object.values(step.bodies ?? {});
  if (bodies.length === 0) {
    lines.push(`${indent}${node}["${escapeLabel(step.id)}<br/>${escapeLabel(step.tool)}"]${style}`);
    return node;
  }
  lines.push(`${indent}subgraph ${node}["${escapeLabel(step.id)}: ${escapeLabel(step.tool)}"]`);
  for (const body of bodies) drawBody(body, nextNode, `${indent}  `, lines);
  lines.push(`${indent}end`);
  return node;
}

function escapeLabel(text: string): string {
  return text.replaceAll(/[&"<>#`\n]/gu, (character) => `#${character.codePointAt(0)};`);
}
