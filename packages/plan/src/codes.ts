/**
 * Every code that graph reports: the severity it has unless the place decides otherwise, and what it means.
 * The list is closed: a test compares it with the page of diagnostics.
 */
export const diagnosticCodes = {
  "yaml/syntax": {
    severity: "error",
    meaning: "the text is not YAML (a bracket, a quote, the indentation); the parser's reason in plain words",
  },
  "yaml/unquoted-colon": { severity: "error", meaning: "a second `: ` in an unquoted text; quote the value" },
  "yaml/bad-escape": {
    severity: "error",
    meaning: 'an escape that double quotes do not have; a literal delimiter is `"\\\\<<"` there',
  },
  "yaml/duplicate-key": { severity: "error", meaning: "a key stands twice in one map; the first is related" },
  "yaml/directive": { severity: "error", meaning: "a `%` line; the YAML version is fixed" },
  "yaml/many-documents": { severity: "error", meaning: "a second document in the file" },
  "yaml/anchor": { severity: "error", meaning: "an anchor (`&x`); write the value out" },
  "yaml/alias": {
    severity: "error",
    meaning: "an alias (`*x`); write the value out, or quote the text if none was meant",
  },
  "yaml/merge-key": { severity: "error", meaning: "a merge key (`<<:`); write the keys out" },
  "yaml/tag": { severity: "error", meaning: "a tag (`!x`, `!!x`); values are plain YAML" },
  "yaml/too-deep": { severity: "error", meaning: "nested deeper than 64 levels" },
  "yaml/too-big": { severity: "error", meaning: "the source is over 256 KiB" },
  "yaml/lossy-number": {
    severity: "warning",
    meaning: "a number that YAML changes (`1.10`, `01234`, 20 digits); quote it",
  },
  "yaml/yes-no": { severity: "warning", meaning: "a word that looks like a boolean and is a text (`yes`, `off`)" },
  "yaml/invisible": { severity: "warning", meaning: "an invisible character in a value" },
  "schema/unknown-key": {
    severity: "error",
    meaning: "a key that does not belong here; the nearest known one is suggested",
  },
  "schema/missing-key": { severity: "error", meaning: "a key that must be here is not" },
  "schema/keys-conflict": { severity: "error", meaning: "two keys that exclude each other" },
  "schema/bad-value": { severity: "error", meaning: "a value of the wrong type, or outside the allowed ones" },
  "schema/bad-duration": { severity: "error", meaning: "not a duration (`500ms 30s 5m 2h 1d`, ISO 8601)" },
  "schema/unknown-keyword": {
    severity: "error",
    meaning: "a keyword that JSON Schema does not have, in a schema of ours",
  },
  "schema/newer-version": { severity: "error", meaning: "a version of the format that this program does not know" },
  "schema/old-spelling": { severity: "note", meaning: "an accepted older spelling; `fmt` rewrites it" },
  "template/syntax": {
    severity: "error",
    meaning: "what stands in the tag cannot be read; for `<<WORD >` and `cat <<WORD >>` the hint is `\\<<`",
  },
  "template/unclosed": { severity: "warning", meaning: "`<<name` without `>>`; taken as text" },
  "template/braces-map": { severity: "error", meaning: "an unquoted `{{x}}` is a YAML map; quote it or write `<<x>>`" },
  "template/cut-by-flow": { severity: "error", meaning: "a flow collection cut an unquoted tag at a comma; quote it" },
  "template/cut-by-comment": {
    severity: "error",
    meaning: "an unquoted ` #` starts a YAML comment inside a tag; quote it",
  },
  "template/refused": {
    severity: "error",
    meaning:
      "a form that the language leaves out (partial, decorator, raw block, triple brace, `../`, pipe); what to write instead",
  },
  "template/unknown-helper": { severity: "error", meaning: "no such helper" },
  "template/not-here": { severity: "error", meaning: "a tag where only literal text may stand" },
  "template/too-long": { severity: "error", meaning: "a tag or a text over its limit" },
  "ref/unknown-step": {
    severity: "error",
    meaning: "a path begins with a name that is neither a step nor a root; those that exist",
  },
  "ref/forward": { severity: "error", meaning: "a step reads one that stands after it" },
  "ref/self": { severity: "error", meaning: "a step reads itself" },
  "ref/other-branch": { severity: "error", meaning: "a step reads one in another branch" },
  "ref/inside-body": { severity: "error", meaning: "an id of a body is read outside it" },
  "ref/undeclared-input": { severity: "error", meaning: "`input.x` is not in `input_schema`" },
  "ref/no-such-field": {
    severity: "error",
    meaning:
      "the path cannot be there: by the declared shape (error), by the observed shape (warning), or at run time (class bad_path)",
  },
  "ref/missing-step": {
    severity: "error",
    meaning:
      "at run time: the step that is read has no result (class missing_step); as a warning: `output` reads a step that may be skipped",
  },
  "ref/empty-data": {
    severity: "error",
    meaning: "at run time: the path is right and the data ran out (class empty_data)",
  },
  "ref/wrong-type": { severity: "error", meaning: "a typed read cannot satisfy the tool's schema" },
  "ref/shadowed": {
    severity: "warning",
    meaning: "in a block, the item has a field with the name of a root or a step; `this.name` reads it",
  },
  "ref/forbidden-name": { severity: "error", meaning: "`__proto__`, `constructor` or `prototype` in a path" },
  "graph/cycle": {
    severity: "error",
    meaning: "steps wait for each other; the ring is printed and its reads are related",
  },
  "graph/plan-cycle": { severity: "error", meaning: "plans call each other; the chain is printed" },
  "graph/unused-input": { severity: "warning", meaning: "an input that nothing reads" },
  "plan/file-name": { severity: "note", meaning: "the file is not called after the identifier" },
  "plan/unused-step": { severity: "warning", meaning: "nothing reads the result of a step that does nothing else" },
  "step/bad-id": { severity: "error", meaning: "an id that breaks the rule for ids" },
  "step/reserved-id": { severity: "error", meaning: "an id that is a root, a control name or begins with `__`" },
  "step/duplicate-id": { severity: "error", meaning: "an id used twice in the plan; the first is related" },
  "step/needs-unknown": { severity: "error", meaning: "`needs` names no step" },
  "step/gate-constant": { severity: "warning", meaning: "`if: true` or `if: false`" },
  "step/gate-not-boolean": { severity: "error", meaning: "a gate that cannot be a boolean" },
  "step/gate-types": { severity: "error", meaning: "at run time: an ordering between different types" },
  "step/not-a-list": { severity: "error", meaning: "`over` is not a list" },
  "step/loop-unbounded": { severity: "error", meaning: "a `loop` without `max_iterations`" },
  "step/cache-on-write": { severity: "error", meaning: "a cache on a tool that may write" },
  "step/idempotency-key": {
    severity: "error",
    meaning:
      "an `idempotency_key` for a tool without a place for it, or one in bodies that reads neither `run.id` nor a name of each of them (`item`, `index`)",
  },
  "step/retry-not-applied": {
    severity: "warning",
    meaning:
      "this retry will not happen after an error that may have acted: the tool may write, nobody declared it idempotent, and there is no `idempotency_key`",
  },
  "step/unknown-outcome": {
    severity: "error",
    meaning:
      "the process died while the step ran, nobody knows whether it took effect, and it is not run again by itself",
  },
  "tool/unknown": {
    severity: "error",
    meaning: "no such tool; the three nearest and what they do (a warning in the config)",
  },
  "tool/server-missing": {
    severity: "error",
    meaning: "the server of this tool is not configured (a note when `requires_servers` names it)",
  },
  "tool/not-trusted": {
    severity: "error",
    meaning: "the server of this tool is not started, because the project is not trusted",
  },
  "tool/unavailable": { severity: "error", meaning: "the server of this tool cannot be started or does not answer" },
  "tool/server-exited": { severity: "error", meaning: "the server ended in the middle of the call" },
  "tool/gone": { severity: "error", meaning: "the tool was there and its server no longer lists it" },
  "tool/changed": { severity: "error", meaning: "the definition is not the one that was approved; the differences" },
  "tool/unusable": { severity: "error", meaning: "the definition of the tool cannot be used; the reason" },
  "tool/duplicate": { severity: "warning", meaning: "a server lists one name twice; the first is kept" },
  "tool/name-changed": {
    severity: "warning",
    meaning: "the public name is not the raw one (characters, length, a clash); both",
  },
  "tool/list-cut": { severity: "warning", meaning: "the tools of a server were not read to the end" },
  "tool/schema-unchecked": {
    severity: "warning",
    meaning: "a part of the tool's schema is not understood and not checked",
  },
  "tool/timeout": { severity: "error", meaning: "the call took longer than its limit" },
  "tool/failed": { severity: "error", meaning: "the tool reported a failure; its own words" },
  "tool/not-json": { severity: "error", meaning: "the result is not JSON; the path of the value" },
  "tool/output-missing": { severity: "warning", meaning: "a shape is declared and no structured result came" },
  "tool/output-mismatch": {
    severity: "warning",
    meaning:
      "the result breaks its declared shape; as an error: a plan's `output` can never be what its `output_schema` says, or a result is not what the plan or the step says itself",
  },
  "tool/not-allowed": { severity: "error", meaning: "the operator's rules do not allow this address, path or command" },
  "input/invalid": {
    severity: "error",
    meaning:
      "a value does not fit: an argument the tool's schema (no call is made), an input of the run `input_schema`",
  },
  "input/missing": {
    severity: "error",
    meaning: "a required argument, or a required input of the run, is missing; its schema is printed",
  },
  "input/unknown-property": { severity: "error", meaning: "an argument that the tool does not have; the nearest" },
  "input/enum": { severity: "error", meaning: "a value outside an enum; the allowed list" },
  "input/misplaced": { severity: "error", meaning: "an argument that belongs elsewhere in the call; where" },
  "limit/step-starts": { severity: "error", meaning: "the run has started as many steps as it may" },
  "limit/map-items": { severity: "error", meaning: "a `map` over more items than it may have" },
  "limit/depth": { severity: "error", meaning: "plans, tools and our own server call each other too deep" },
  "limit/output-bytes": { severity: "error", meaning: "a result is too large to be taken in" },
  "limit/output-depth": { severity: "error", meaning: "a result is nested too deep" },
  "limit/live-bytes": { severity: "error", meaning: "the live results of a run are too large together" },
  "limit/plan-steps": { severity: "error", meaning: "a plan with more than 2,000 steps (or `limits.max_plan_steps`)" },
  "limit/run-time": { severity: "error", meaning: "the run took longer than its limit" },
  "secret/outside-input": {
    severity: "error",
    meaning: "a secret outside a tool's input, or under a helper, a gate or a block",
  },
  "secret/too-short": { severity: "error", meaning: "a secret of fewer than 6 characters" },
  "secret/missing": { severity: "error", meaning: "a secret that is not set" },
  "name/bad-name": { severity: "error", meaning: "a plan, tool or server name that breaks the rule for names" },
  "name/reserved": { severity: "error", meaning: "a server id that is taken by us" },
  "name/duplicate": { severity: "error", meaning: "two of one name where there may be one" },
  "run/already-answered": { severity: "error", meaning: "the question was answered before" },
  "run/ambiguous-id": { severity: "error", meaning: "the beginning of an id fits several runs" },
  "run/busy": { severity: "error", meaning: "another process drives the runs of this file" },
  "run/diverged": { severity: "error", meaning: "a recorded key was asked for with another tool or input" },
  "run/corrupt-journal": { severity: "error", meaning: "a record cannot be read; the file and the place" },
  "run/plan-changed": { severity: "note", meaning: "the file of the plan is not the one this run was started with" },
} as const;

/** A code of the closed list. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
