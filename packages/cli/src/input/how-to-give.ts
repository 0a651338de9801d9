import { pointerKeys, type Diagnostic } from "@graph/host";

/** Problems of an input, each with how its property is given on the command line. */
export function withHowToGive(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.map((problem) => {
    const name = problem.code === "input/unknown-property" ? undefined : topName(problem.at);
    return name === undefined ? problem : { ...problem, message: `${problem.message} Give it with ${option(name)}.` };
  });
}

/** A name with an `=` or of blanks can only be given in an object. */
const option = (name: string): string =>
  /^[\w-]+$/u.test(name) ? `--input ${name}=…` : `--input '{${JSON.stringify(name)}: …}'`;

/** The property of the input that a pointer leads to or into. */
function topName(pointer: string | undefined): string | undefined {
  const [name] = pointerKeys(pointer ?? "");
  return name === "" ? undefined : name;
}
