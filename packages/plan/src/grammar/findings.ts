import { type DiagnosticCode, diagnosticCodes } from "../codes.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json.ts";
import type { Locator } from "../parsed-plan.ts";
import { nearestNames } from "../nearest-names.ts";
import { report, type ReportOptions } from "../source/report.ts";
import { pointerTo } from "../source/json-pointer.ts";
import { Quota } from "../source/source-problem.ts";
import { parseTemplate } from "../template/parse.ts";
import type { ParsedTemplate } from "../template/template.ts";

/** Collects what is found on the way through a plan: problems with their places, and its templates. */
export class Findings {
  readonly locator: Locator;
  readonly diagnostics: Diagnostic[] = [];
  readonly templates: Map<string, ParsedTemplate> = new Map();
  readonly damaged: string[] = [];
  readonly #quota = new Quota();
  /** Path of the step that is being looked at. */
  step: string | undefined;

  constructor(locator: Locator) {
    this.locator = locator;
  }

  /** How many were found that are not kept. */
  get hidden(): number {
    return this.#quota.hidden;
  }

  add(code: DiagnosticCode, message: string, pointer: string, options: ReportOptions = {}): void {
    if (!this.#quota.take(options.severity ?? diagnosticCodes[code].severity)) return;
    const step = options.step ?? this.step;
    this.diagnostics.push(
      report(this.locator, code, message, pointer, step === undefined ? options : { ...options, step }),
    );
  }

  /** The nearest known name, unless so much is wrong already that looking for it is not worth the time. */
  nearest(name: string, known: Iterable<string>): string | undefined {
    return this.hidden > 0 ? undefined : nearestNames(name, known, 1)[0];
  }

  /** Reads the templates in a value of a place where tags are rendered. */
  readTemplates(value: Json, pointer: string): void {
    if (typeof value === "string") {
      if (value.includes("<<") || value.includes("{{")) this.#readText(value, pointer);
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        this.readTemplates(value[index] as Json, pointerTo(pointer, index));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (
          typeof item === "string"
            ? item.includes("<<") || item.includes("{{")
            : typeof item === "object" && item !== null
        ) {
          this.readTemplates(item, pointerTo(pointer, key));
        }
      }
    }
  }

  /** Refuses a tag in a place for literals. Says whether there was one. */
  refuseTag(value: Json, pointer: string, what: string, reason?: string): boolean {
    if (typeof value !== "string" || !(value.includes("<<") || value.includes("{{"))) return false;
    const tag = parseTemplate(value).nodes.find((node) => node.type !== "text");
    if (tag === undefined) return false;
    const because = reason === undefined ? "" : `, because ${reason}`;
    this.add("template/not-here", `${what} is written out in the plan${because}: a tag cannot stand here.`, pointer, {
      tagStart: tag.start,
      tagEnd: tag.end,
      template: value.slice(tag.start, tag.end),
    });
    this.damaged.push(pointer);
    return true;
  }

  #readText(text: string, pointer: string): void {
    const parsed = parseTemplate(text);
    if (parsed.nodes.some((node) => node.type !== "text")) this.templates.set(pointer, parsed);
    for (const problem of parsed.problems) {
      if (problem.severity === "error") this.damaged.push(pointer);
      const replaced =
        problem.replacement === undefined
          ? undefined
          : text.slice(0, problem.start) + problem.replacement + text.slice(problem.end);
      this.add(problem.code, problem.message, pointer, {
        severity: problem.severity,
        tagStart: problem.start,
        tagEnd: problem.end,
        template: text.slice(problem.start, problem.end),
        ...(replaced === undefined
          ? {}
          : {
              suggestions: [
                {
                  title: `Write \`${problem.replacement}\``,
                  patch: [{ op: "replace", path: pointer, value: replaced }],
                },
              ],
            }),
      });
    }
  }
}
