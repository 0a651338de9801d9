import type { CheckedPlan, Diagnostic, DiagnosticCode, Locator } from "@graph/plan";
import { createLocator, diagnosticCodes } from "@graph/plan";
import type { Failure, Origin } from "./failure.ts";
import type { Notice } from "./run-state.ts";

const locators = new WeakMap<CheckedPlan, Locator>();

/** The diagnostic of the failure that a run reports. The plan's file is read again for its line: nothing of it is kept while a run goes well. */
export function failureDiagnostic(cause: Failure): Diagnostic {
  const { error, origin, expected } = cause;
  return {
    code: known(error.code),
    severity: "error",
    message: error.message,
    ...place(origin),
    ...(error.step === "" ? {} : { step: error.step }),
    ...(error.at === undefined ? {} : { at: error.at }),
    ...(origin.tag === undefined ? {} : { template: origin.tag }),
    ...(expected === undefined ? {} : { expected }),
  };
}

/** The diagnostic of something that a run met and went on. */
export function noticeDiagnostic({ code, message, step, origin }: Notice): Diagnostic {
  return { code: known(code), severity: "warning", message, ...place(origin), step };
}

function known(code: string): DiagnosticCode {
  return Object.hasOwn(diagnosticCodes, code) ? (code as DiagnosticCode) : "tool/failed";
}

function place(origin: Origin): Partial<Diagnostic> {
  const range = locatorOf(origin.plan)?.at(origin.pointer, {
    ...(origin.key === undefined ? {} : { key: origin.key }),
    ...(origin.tagStart === undefined ? {} : { tagStart: origin.tagStart }),
    ...(origin.tagEnd === undefined ? {} : { tagEnd: origin.tagEnd }),
  });
  const file = origin.plan.file === undefined ? {} : { file: origin.plan.file };
  return { ...file, ...range, path: origin.pointer };
}

function locatorOf(plan: CheckedPlan): Locator | undefined {
  if (plan.text === undefined) return undefined;
  let locator = locators.get(plan);
  if (locator === undefined) {
    locator = createLocator(plan.text, plan.file);
    locators.set(plan, locator);
  }
  return locator;
}
