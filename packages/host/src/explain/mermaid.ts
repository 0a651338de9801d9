import type { CheckedBody, CheckedStep, PlanSnapshot } from "@graph/plan";

/** A plan as a Mermaid flowchart: boxes are steps (thick: it may write), arrows carry the reason, frames are bodies by their keys. */
export function mermaid(snapshot: PlanSnapshot): string {
  const { main } = snapshot;
  const drawing = new Drawing();
  drawing.body(main.body, "  ");
  if (main.solver !== undefined) drawing.box("solver", "a chat model writes the result", "", "  ");
  if (main.finally !== undefined) drawing.frame("finally", main.finally, "  ");
  return [...drawing.lines, "  classDef write stroke-width:3px", ""].join("\n");
}

class Drawing {
  readonly lines: string[] = ["flowchart TD"];
  #count = 0;

  body(body: CheckedBody, indent: string): void {
    const nodes = body.steps.map((step) => this.#step(step, indent));
    body.steps.forEach((step, index) => {
      for (const edge of step.edges) {
        const from = nodes[edge.from];
        if (from === undefined) continue;
        const label = edge.reason === "read" ? (edge.tag ?? "reads") : edge.reason;
        const arrow = edge.reason === "fence" || edge.reason === "sequence" ? "-.->" : "-->";
        this.lines.push(`${indent}${from} ${arrow}|"${escapeLabel(label)}"| ${nodes[index]}`);
      }
    });
  }

  /** A body in a frame of its own. */
  frame(label: string, body: CheckedBody, indent: string): void {
    this.#open(label, indent);
    this.body(body, `${indent}  `);
    this.lines.push(`${indent}end`);
  }

  box(name: string, below: string, style: string, indent: string): string {
    const node = this.#next();
    this.lines.push(`${indent}${node}["${escapeLabel(name)}<br/>${escapeLabel(below)}"]${style}`);
    return node;
  }

  /** Draws a step with its bodies and returns its node. */
  #step(step: CheckedStep, indent: string): string {
    const style = step.effect === "write" ? ":::write" : "";
    const bodies = Object.entries(step.bodies ?? {});
    if (bodies.length === 0) return this.box(step.id, step.tool, style, indent);
    const node = this.#open(`${step.id}: ${step.tool}`, indent);
    // Handlers stand around a call, which is none of theirs.
    if (step.kind !== "control") this.box(step.id, step.tool, style, `${indent}  `);
    const [only] = bodies;
    if (bodies.length === 1 && only?.[0] === "do") this.body(only[1], `${indent}  `);
    else for (const [key, body] of bodies) this.frame(key.replace(/\/do$/u, ""), body, `${indent}  `);
    this.lines.push(`${indent}end`);
    return node;
  }

  #open(label: string, indent: string): string {
    const node = this.#next();
    this.lines.push(`${indent}subgraph ${node}["${escapeLabel(label)}"]`);
    return node;
  }

  /** Numbers: names put together from ids of steps would meet others (`a_b`, and `b` inside `a`), or Mermaid's own words. */
  #next(): string {
    this.#count += 1;
    return `s${this.#count}`;
  }
}

function escapeLabel(text: string): string {
  return text.replaceAll(/[&"<>#`\n]/gu, (character) => `#${character.codePointAt(0)};`);
}
