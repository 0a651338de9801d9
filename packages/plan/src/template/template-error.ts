/** Why a template could not be evaluated. The place is filled in on the way out: tag offsets by the template, `pointer` by the value. */
export class TemplateError extends Error {
  readonly code: "ref/missing-step" | "ref/no-such-field" | "ref/empty-data" | "step/gate-types" | "input/invalid";
  readonly class: "missing_step" | "bad_path" | "empty_data" | "type";
  /** The keys that exist, for `bad_path`. */
  readonly expected: readonly string[] | undefined;
  /** The id of the step that was skipped or whose failure was ignored: the reader is skipped as well, it does not fail. */
  readonly skippedBy: string | undefined;
  tagStart: number | undefined;
  tagEnd: number | undefined;
  tag: string | undefined;
  /** JSON Pointer from the value that was rendered to the scalar the tag stands in. */
  pointer: string | undefined;

  constructor(
    code: TemplateError["code"],
    errorClass: TemplateError["class"],
    message: string,
    details: { readonly expected?: readonly string[]; readonly skippedBy?: string } = {},
  ) {
    super(message);
    this.name = "TemplateError";
    this.code = code;
    this.class = errorClass;
    this.expected = details.expected;
    this.skippedBy = details.skippedBy;
  }
}
