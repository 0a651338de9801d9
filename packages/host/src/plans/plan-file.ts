import { parsePlan, type Diagnostic, type ParsedPlan } from "@graph/plan";
import { WorldError, type World } from "@graph/world";

/** Where a plan comes from. `file`: named by its path. */
export type PlanOrigin = "shipped" | "user" | "project" | "file";

/** A plan's file that was read; it is parsed when somebody asks. */
export interface PlanFile {
  readonly identifier: string;
  readonly origin: PlanOrigin;
  /** The absolute path. */
  readonly path: string;
  /** How the file is called in messages. */
  readonly file: string;
  readonly text: string;
  readonly parsed: ParsedPlan;
  /** Its errors, as far as it has been parsed by now. */
  readonly problems: readonly Diagnostic[];
}

/** A file that could be read, or why not. */
export type ReadPlanFile = { readonly plan: PlanFile } | { readonly diagnostics: readonly Diagnostic[] };

// Over the checker's own limit of 256 KiB, so that the checker is the one to say so.
const maxBytes = 1024 * 1024;

/** Reads one plan file. A file without an identifier is no plan: its problems come back instead. */
export async function readPlanFile(
  world: World,
  path: string,
  file: string,
  origin: PlanOrigin,
): Promise<ReadPlanFile> {
  let text: string;
  try {
    text = await world.files.readText(path, { maxBytes });
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    return { diagnostics: [unreadable(error, file)] };
  }
  // The shell empties a file before a command that writes to it runs: `plan show x > x.yaml` must find the plan behind it.
  if (origin !== "file" && isBlank(text)) return { diagnostics: [blank(file)] };
  let parsed: ParsedPlan | undefined;
  const parse = (): ParsedPlan => (parsed ??= parsePlan(text, { file }));
  const identifier = quickIdentifier(text) ?? parse().identifier;
  if (identifier === "") return { diagnostics: parse().diagnostics };
  return {
    plan: {
      identifier,
      origin,
      path,
      file,
      text,
      get parsed() {
        return parse();
      },
      get problems() {
        return parsed?.broken === true ? parsed.diagnostics.filter((one) => one.severity === "error") : [];
      },
    },
  };
}

function unreadable(error: WorldError, file: string): Diagnostic {
  const severity = "error";
  if (error.code === "too-big") {
    const message = "A plan's file has at most 256 KiB.";
    return { code: "yaml/too-big", severity, message, file, line: 1, column: 1 };
  }
  const message = `The plan's file cannot be read: ${error.message}`;
  // The same as for an identifier that no plan has.
  return { code: error.code === "not-found" ? "tool/unknown" : "schema/bad-value", severity, message, file };
}

const isBlank = (text: string): boolean => text.trim() === "";

function blank(file: string): Diagnostic {
  const message = "The file is empty and is left out. Write a plan into it, or delete it.";
  return { code: "schema/missing-key", severity: "note", message, file };
}

const plainIdentifier =
  /^identifier:[ \t]+(?:"([A-Za-z0-9_-]+)"|'([A-Za-z0-9_-]+)'|([A-Za-z0-9_-]+))[ \t]*(?:#.*)?\r?$/mu;

/** The identifier without a parse, for the usual spelling: a project of 200 plans starts as fast as one of two. */
export function quickIdentifier(text: string): string | undefined {
  const found = plainIdentifier.exec(text);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
