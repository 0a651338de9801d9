import { closings } from "./delimiter.ts";
import { templateLimits } from "./limits.ts";
import { readExpression } from "./read-expression.ts";
import type { ExpressionProblem } from "./expression-problem.ts";
import { helpers } from "./helpers/index.ts";
import { pathText } from "./path-text.ts";
import type { Piece, ScannedTag } from "./scan-tags.ts";
import type { Expression, TemplateNode, TemplateProblem } from "./template.ts";

type BlockKind = Extract<TemplateNode, { type: "block" }>["kind"];

interface Frame {
  readonly tag: ScannedTag;
  readonly kind: BlockKind;
  readonly expression: Expression;
  /** What the closing tag must say. */
  readonly name: string;
  /** Made by `else if`: it closes with the block it stands in. */
  readonly chained: boolean;
  readonly body: TemplateNode[];
  readonly otherwise: TemplateNode[];
  current: TemplateNode[];
}

const blockKinds: ReadonlyMap<string, BlockKind> = new Map(
  (["if", "unless", "each", "with"] as const).map((kind) => [kind, kind]),
);

/** In these a current item exists. */
const itemKinds: ReadonlySet<BlockKind> = new Set(["each", "with", "section"]);

/** Turns the pieces of a text into a tree. The structure is ours: the grammar's parser sees one expression at a time. */
export function buildBlocks(pieces: readonly Piece[]): {
  readonly nodes: readonly TemplateNode[];
  readonly problems: readonly TemplateProblem[];
} {
  const builder = new BlockBuilder();
  for (const piece of pieces) {
    builder.add(piece);
  }
  return builder.finish();
}

class BlockBuilder {
  readonly #nodes: TemplateNode[] = [];
  readonly #frames: Frame[] = [];
  readonly #problems: TemplateProblem[] = [];
  /** Blocks that were opened beyond the depth limit: their closings are swallowed. */
  #beyond = 0;

  add(piece: Piece): void {
    if (piece.type === "text") {
      this.#append({ type: "text", text: piece.text });
      return;
    }
    const inner = piece.inner.trim();
    const sign = inner[0];
    if (sign === "#" || sign === "^") {
      this.#open(piece, inner, sign);
    } else if (sign === "/") {
      this.#close(piece, inner.slice(1).trim());
    } else if (inner === "else" && this.#frames.length > 0) {
      this.#else(piece, "");
    } else if (/^else[ \t]+[a-z]/.test(inner) && this.#frames.length > 0) {
      this.#else(piece, inner.slice(4).trim());
    } else if (/^else(?:[ \t]|$)/.test(inner)) {
      this.#problem(piece, "`else` stands outside a block.");
    } else {
      this.#append({ type: "tag", expression: this.#read(piece, inner, ""), start: piece.start, end: piece.end });
    }
  }

  finish(): { readonly nodes: readonly TemplateNode[]; readonly problems: readonly TemplateProblem[] } {
    for (const frame of this.#frames) {
      if (!frame.chained) {
        this.#problem(frame.tag, `This block is not closed: \`${closingTag(frame)}\` is missing.`);
      }
    }
    while (this.#frames.length > 0) {
      this.#pop();
    }
    return { nodes: this.#nodes, problems: this.#problems };
  }

  #open(tag: ScannedTag, inner: string, sign: "#" | "^"): void {
    if (this.#frames.length >= templateLimits.blockDepth) {
      this.#beyond += 1;
      this.#problem(
        tag,
        `Blocks stand at most ${templateLimits.blockDepth} deep. Make the inner text in a step of its own.`,
        "template/too-long",
      );
      return;
    }
    const content = inner.slice(1).trim();
    const word = /^[a-z]+(?=[ \t(]|$)/.exec(content)?.[0] ?? "";
    const kind = sign === "#" ? blockKinds.get(word) : undefined;
    if (kind !== undefined && content !== word) {
      const expression = this.#read(tag, content.slice(word.length).trim(), `#${word} `);
      this.#push(tag, kind, expression, word, false);
      return;
    }
    if (kind !== undefined) {
      this.#problem(tag, `\`#${word}\` needs something to look at, as in \`#${word} input.items\`.`);
      this.#push(tag, kind, nothing, word, false);
      return;
    }
    this.#openSection(tag, content, sign);
  }

  #openSection(tag: ScannedTag, content: string, sign: "#" | "^"): void {
    const kind = sign === "#" ? "section" : "inverted";
    if (/^[>*]/.test(content)) {
      this.#problem(tag, "Blocks of partials and decorators do not exist here.", "template/refused");
      this.#push(tag, kind, nothing, "", false);
      return;
    }
    if (content === "") {
      const isElse = sign === "^";
      this.#problem(
        tag,
        isElse ? "Write `<<else>>` here." : "A section needs a path, as in `<<#input.items>>`.",
        "template/syntax",
        isElse ? "<<else>>" : undefined,
      );
      if (!isElse) {
        this.#push(tag, kind, nothing, "", false);
      }
      return;
    }
    const { expression = nothing, problems } = readExpression(content, this.#isInItem());
    if (expression.type === "call") {
      const { helper } = expression;
      this.#problem(
        tag,
        `There is no block \`${helper}\`. Blocks are \`#if #unless #each #with\`, and \`#path\` for a section.${helpers.has(helper) ? ` Write \`#if (${content})\` for a condition.` : ""}`,
      );
    } else {
      for (const problem of problems) {
        this.#report(tag, problem, sign);
      }
    }
    const name = expression.type === "path" ? pathText(expression) : (/^\S+/.exec(content)?.[0] ?? "");
    this.#push(tag, kind, expression.type === "path" ? expression : nothing, name, false);
  }

  #else(tag: ScannedTag, content: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      return;
    }
    if (tag.delimiter !== frame.tag.delimiter) {
      this.#problem(tag, `The block opened with \`${frame.tag.delimiter}\`: write its \`else\` with that delimiter.`);
    }
    if (frame.current === frame.otherwise) {
      this.#problem(tag, "This block has an `else` already.");
      return;
    }
    frame.current = frame.otherwise;
    if (content === "") {
      return;
    }
    const word = /^[a-z]+/.exec(content)?.[0] ?? "";
    const kind = blockKinds.get(word);
    const subject = content.slice(word.length).trim();
    if (kind === undefined || subject === "") {
      this.#problem(tag, "After `else` only `if`, `unless`, `each` or `with` and what it looks at may follow.");
      return;
    }
    if (this.#frames.length >= templateLimits.blockDepth) {
      this.#problem(tag, `Blocks stand at most ${templateLimits.blockDepth} deep.`, "template/too-long");
      return;
    }
    this.#push(tag, kind, this.#read(tag, subject, `else ${word} `), word, true);
  }

  #close(tag: ScannedTag, name: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const opened = this.#frames.findLast((frame) => !frame.chained);
    if (opened === undefined) {
      this.#problem(tag, "This closes a block that was never opened.");
      return;
    }
    const same = name === opened.name || normalisedName(name) === opened.name;
    if (!same && opened.name !== "") {
      this.#problem(
        tag,
        `The innermost open block closes with \`${closingTag(opened)}\`.`,
        "template/syntax",
        closingTag(opened),
      );
    } else if (tag.delimiter !== opened.tag.delimiter) {
      this.#problem(
        tag,
        `A block closes in the delimiter that opened it: write \`${closingTag(opened)}\`.`,
        "template/syntax",
        closingTag(opened),
      );
    }
    while (this.#pop()?.chained === true) {
      // The blocks of `else if` end with the one that began the chain.
    }
  }

  #push(tag: ScannedTag, kind: BlockKind, expression: Expression, name: string, chained: boolean): void {
    const body: TemplateNode[] = [];
    this.#frames.push({ tag, kind, expression, name, chained, body, otherwise: [], current: body });
  }

  #pop(): Frame | undefined {
    const frame = this.#frames.pop();
    if (frame !== undefined) {
      const { kind, expression, body, otherwise, tag } = frame;
      this.#append({ type: "block", kind, expression, body, otherwise, start: tag.start, end: tag.end });
    }
    return frame;
  }

  #append(node: TemplateNode): void {
    (this.#frames.at(-1)?.current ?? this.#nodes).push(node);
  }

  #read(tag: ScannedTag, source: string, before: string): Expression {
    const read = readExpression(source, this.#isInItem());
    for (const problem of read.problems) {
      this.#report(tag, problem, before);
    }
    return read.expression ?? nothing;
  }

  #isInItem(): boolean {
    return this.#frames.some(({ current, body, kind }) => current === body && itemKinds.has(kind));
  }

  #report(tag: ScannedTag, problem: ExpressionProblem, before: string): void {
    const { replacement } = problem;
    this.#problems.push({
      ...problem,
      severity: "error",
      start: tag.start,
      end: tag.end,
      ...(replacement === undefined
        ? {}
        : { replacement: `${tag.delimiter}${before}${replacement}${closings[tag.delimiter]}` }),
    });
  }

  #problem(
    tag: ScannedTag,
    message: string,
    code: TemplateProblem["code"] = "template/syntax",
    replacement?: string,
  ): void {
    this.#problems.push({
      code,
      severity: "error",
      message,
      start: tag.start,
      end: tag.end,
      ...(replacement === undefined ? {} : { replacement }),
    });
  }
}

/** Stands where an expression could not be read; such a template is never evaluated. */
const nothing: Expression = { type: "literal", value: null };

function closingTag(frame: Frame): string {
  return `${frame.tag.delimiter}/${frame.name}${closings[frame.tag.delimiter]}`;
}

function normalisedName(name: string): string {
  const { expression } = readExpression(name, true);
  return expression?.type === "path" ? pathText(expression) : name;
}
