import type { Diagnostic } from "@graph/host";
import { expect, test } from "vitest";
import { withHowToGive } from "./how-to-give.ts";

const problem = (more: Partial<Diagnostic>): Diagnostic => ({
  code: "input/missing",
  severity: "error",
  message: "No.",
  ...more,
});

test.each<[Partial<Diagnostic>, string]>([
  [{ at: "/team" }, "No. Give it with --input team=…."],
  [{ at: "/team/0/name", code: "input/invalid" }, "No. Give it with --input team=…."],
  [{ at: "/a~1b c" }, "No. Give it with --input '{\"a/b c\": …}'."],
  [{ at: "" }, "No."],
  [{}, "No."],
  [{ at: "/tmes", code: "input/unknown-property" }, "No."],
])("%j", (more, message) => {
  expect(withHowToGive([problem(more)])).toEqual([problem({ ...more, message })]);
});
