import { afterEach } from "vitest";
import { makeGraphProject, type GraphOutcome, type GraphProject } from "./graph-command.ts";

/** Gives a file of tests its way to make projects, each removed when its test has ended. */
export function graphProjects(): (files?: Readonly<Record<string, string>>) => GraphProject {
  const opened: GraphProject[] = [];
  afterEach(() => {
    for (const made of opened.splice(0)) made.remove();
  });
  return (files = {}) => {
    const made = makeGraphProject(files);
    opened.push(made);
    return made;
  };
}

/** The one JSON document that the command wrote. */
export const document = (outcome: GraphOutcome): Record<string, unknown> =>
  JSON.parse(outcome.stdout) as Record<string, unknown>;

/** The text of a plan that greets. */
export const greet = `identifier: greet
description: Greets.
input_schema:
  type: object
  required: [name]
  properties:
    name: {type: string}
    times: {type: integer, default: 2}
steps:
  - id: said
    tool_name: builtin__reshape
    input: {shape: {text: "Hello <<input.name>>", times: <<input.times>>}}
output:
  text: <<said.text>>
  times: <<said.times>>
`;

/** A project's files, with a plan that greets. */
export const withGreet = { ".graph/plans/greet.yaml": greet };
