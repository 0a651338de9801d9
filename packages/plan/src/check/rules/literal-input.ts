import type { DiagnosticCode } from "../../codes.ts";
import type { Diagnostic, Suggestion } from "../../diagnostic.ts";
import { isObject } from "../../grammar/is-object.ts";
import type { JsonObject } from "../../json.ts";
import { nearestNames } from "../../nearest-names.ts";
import { stepKeys } from "../../plan-keys.ts";
import { fillDefaults } from "../../schema-validation/fill-defaults.ts";
import type { SchemaProblem } from "../../schema-validation/validator.ts";
import { pointerTo } from "../../source/json-pointer.ts";
import { certainProblems } from "../certain-problems.ts";
import { hints, problem, type CheckContext } from "../check-context.ts";
import { inputSchemaOf } from "../consumer.ts";
import { descriptionOf, ownerOf, pathOf, valueAt } from "../input-places.ts";
import { own, type StepNode } from "../plan-tree.ts";
import { declaredInputs } from "./undeclared-input.ts";

/** What the plan writes out of a step's input, against the schema of the tool or plan it goes to. What tags yield is not known here. */
export function literalInput(context: CheckContext): void {
  for (const step of context.tree.all) {
    const schema = inputSchemaOf(step, context);
    const written = own(step.raw, "input");
    if (schema === undefined || (written !== undefined && !isObject(written))) continue;
    new InputCheck(step, schema, context).run();
  }
}

class InputCheck {
  readonly #step: StepNode;
  readonly #schema: JsonObject;
  readonly #context: CheckContext;
  readonly #pointer: string;

  constructor(step: StepNode, schema: JsonObject, context: CheckContext) {
    this.#step = step;
    this.#schema = schema;
    this.#context = context;
    this.#pointer = `${step.pointer}/input`;
  }

  run(): void {
    const isPlan = this.#context.targets.get(this.#step)?.kind === "plan";
    const value = isPlan ? fillDefaults(this.#schema, this.#step.input) : this.#step.input;
    const found = certainProblems(value, this.#pointer, this.#schema, this.#context);
    this.#report([...found, ...(isPlan ? this.#undeclared(found) : [])]);
  }

  /** Inputs that a called plan does not declare: nothing in it could read them. */
  #undeclared(found: readonly SchemaProblem[]): SchemaProblem[] {
    const target = this.#context.targets.get(this.#step);
    const declared = target?.kind === "plan" ? declaredInputs(target.plan.data) : undefined;
    if (declared === undefined) return [];
    const told = new Set(
      found.flatMap(({ pointer, property }) => (pointer === "" && property !== undefined ? [property] : [])),
    );
    return Object.keys(this.#step.input)
      .filter((name) => !declared.includes(name) && !told.has(name))
      .map((property) => ({
        pointer: "",
        keyword: "additionalProperties",
        message: `\`${property}\` is not known here`,
        property,
        expected: declared,
      }));
  }

  /** Unknown names first: a missing one that was only misspelt follows from them. */
  #report(problems: readonly SchemaProblem[]): void {
    const missing = problems.filter(({ keyword }) => keyword === "required");
    const answered = new Set<SchemaProblem>();
    for (const one of problems) {
      if (one.keyword !== "additionalProperties" && one.keyword !== "unevaluatedProperties") continue;
      const follows = this.#unknown(
        one,
        missing.filter((other) => !answered.has(other) && other.pointer === one.pointer),
      );
      if (follows !== undefined) answered.add(follows);
    }
    for (const one of problems) {
      if (one.keyword === "required") {
        if (!answered.has(one)) this.#missing(one);
      } else if (one.keyword !== "additionalProperties" && one.keyword !== "unevaluatedProperties") this.#invalid(one);
    }
  }

  #unknown(
    { pointer, property = "", expected = [] }: SchemaProblem,
    missing: readonly SchemaProblem[],
  ): SchemaProblem | undefined {
    const parent = this.#pointer + pointer;
    const at = pointerTo(parent, property);
    const lacking = missing.flatMap((one) => one.property ?? []);
    const object = valueAt(this.#step.input, pointer);
    const free = expected.filter((name) => !isObject(object) || !Object.hasOwn(object, name));
    const near = nearestNames(property, hints(this.#context) ? [...new Set([...lacking, ...free])] : lacking);
    const place = near.length > 0 ? undefined : this.#elsewhere(pointer, property, at);
    if (place !== undefined) {
      this.#add("input/misplaced", place.message, at, { key: true, suggestions: place.suggestions });
      return undefined;
    }
    const [best] = near;
    const known =
      expected.length > 0
        ? ` It has: ${expected.slice(0, 20).join(", ")}${expected.length > 20 ? " …" : ""}.`
        : " It takes no arguments.";
    const message = `\`${this.#step.tool}\` has no argument \`${pathOf(pointer, property)}\`.${best === undefined ? "" : ` Did you mean \`${best}\`?`}${known}`;
    const follows = missing.find((one) => one.property === best);
    this.#add("input/unknown-property", message, at, {
      key: true,
      expected,
      suggestions: near.map((name) => ({
        title: `Rename it to \`${name}\``,
        patch: [{ op: "move", from: at, path: pointerTo(parent, name) }],
      })),
      ...(follows !== undefined && {
        follows: [{ code: "input/missing" as const, message: this.#missingMessage(follows) }],
      }),
    });
    return follows;
  }

  /** A key of the step that was put into its input, or an argument that belongs into another one. */
  #elsewhere(
    pointer: string,
    property: string,
    at: string,
  ): { readonly message: string; readonly suggestions: readonly Suggestion[] } | undefined {
    if (
      pointer === "" &&
      Object.hasOwn(stepKeys, property) &&
      property !== "id" &&
      property !== "description" &&
      !this.#step.list.single
    ) {
      const path = pointerTo(this.#step.pointer, property);
      const taken = Object.hasOwn(this.#step.raw, property);
      return {
        message: `\`${property}\` is a key of the step: it belongs beside \`input\`, not into it.`,
        suggestions: taken
          ? []
          : [{ title: `Move \`${property}\` beside \`input\``, patch: [{ op: "move", from: at, path }] }],
      };
    }
    const owner = ownerOf(this.#schema, property);
    if (owner === undefined) return undefined;
    const given = own(this.#step.input, owner);
    const path = pointerTo(pointerTo(this.#pointer, owner), property);
    const patch: Suggestion["patch"] = isObject(given)
      ? [{ op: "move", from: at, path }]
      : [
          { op: "add", path: pointerTo(this.#pointer, owner), value: {} },
          { op: "move", from: at, path },
        ];
    return {
      message: `\`${property}\` is not an argument of its own: it belongs into \`${owner}\`.`,
      suggestions: given === undefined || isObject(given) ? [{ title: `Move it into \`${owner}\``, patch }] : [],
    };
  }

  #missing(one: SchemaProblem): void {
    this.#add("input/missing", this.#missingMessage(one), this.#pointer + one.pointer, {});
  }

  #missingMessage({ pointer, property = "" }: SchemaProblem): string {
    const description = descriptionOf(this.#schema, pointer, property);
    return `\`${this.#step.tool}\` needs the argument \`${pathOf(pointer, property)}\`.${description === undefined ? "" : ` ${description}`}`;
  }

  #invalid({ pointer, keyword, message, expected }: SchemaProblem): void {
    const code = keyword === "enum" || keyword === "const" ? "input/enum" : "input/invalid";
    const at = this.#pointer + pointer;
    const name = pointer === "" ? "The input" : `\`${pathOf(pointer)}\``;
    const value = valueAt(this.#step.input, pointer);
    const suggestions: Suggestion[] =
      code === "input/enum" && typeof value === "string"
        ? nearestNames(value, expected ?? []).map((near) => ({
            title: `Write \`${near}\``,
            patch: [{ op: "replace", path: at, value: near }],
          }))
        : keyword === "type" &&
            expected?.includes("string") === true &&
            (typeof value === "number" || typeof value === "boolean")
          ? [{ title: "Put it in quotes" }]
          : [];
    this.#add(code, `${name} of \`${this.#step.tool}\` ${message}.`, at, {
      ...(expected !== undefined && { expected }),
      suggestions,
    });
  }

  #add(
    code: DiagnosticCode,
    message: string,
    pointer: string,
    options: {
      key?: boolean;
      expected?: readonly string[];
      suggestions?: readonly Suggestion[];
      follows?: Diagnostic["follows"];
    },
  ): void {
    const { suggestions = [], follows, ...rest } = options;
    problem(this.#context, code, message, pointer, {
      ...rest,
      step: this.#step.path,
      ...(suggestions.length > 0 && { suggestions }),
      ...(follows !== undefined && { follows }),
    });
  }
}
