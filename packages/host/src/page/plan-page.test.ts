import { parsePlan } from "@graph/plan";
import { expect, test } from "vitest";
import { everyBody } from "../../test-support/checked-snapshot.ts";
import { planPage } from "./plan-page.ts";

const plan = parsePlan(`identifier: sort-tickets
name: Sort tickets
description: |
  Sorts what came in.
exemplars: ["what came in?"]
requires_servers: [tickets]
input_schema:
  type: object
  required: [team]
  properties:
    team: {type: string, description: "Whose | tickets"}
    max: {type: integer, default: 20, minimum: 1, maximum: 50}
    how: {enum: [fast, slow]}
output_schema: {type: object, properties: {urgent: {description: What has to be done now}}}
steps:
  - id: open
    tool_name: tickets__list
    description: Reads them.
    input: {team: <<input.team>>}
  - id: each
    tool_name: map
    input:
      over: <<open.items>>
      do: {tool_name: builtin__reshape, input: {value: <<item>>}}
output:
  urgent: <<each.results>>
`);

test("a page of a project's plan", () => {
  expect(planPage(plan, { file: ".graph/plans/sort-tickets.yaml", shipped: false })).toBe(`# Sort tickets

Sorts what came in.

For example:

- what came in?

It needs the servers \`tickets\`.

## Inputs

| name | type | default | meaning |
| --- | --- | --- | --- |
| \`team\` | string | required | Whose \\| tickets |
| \`max\` | integer | \`20\` | (from 1 up to 50) |
| \`how\` | \`"fast"\` or \`"slow"\` |  |  |

## Output

- \`urgent\` = \`<<each.results>>\`: What has to be done now

## Steps

1. \`open\` calls \`tickets__list\`: Reads them.
2. \`each\` calls \`map\`
   1. \`builtin__reshape\`

## How to call it

From the command line:

\`\`\`sh
graph plan run sort-tickets --input team=…
\`\`\`

From another plan:

\`\`\`yaml
- id: sort_tickets_result
  tool_name: plan__sort-tickets
  input:
    team: <<input.team>>
\`\`\`

## How to change it

Edit \`.graph/plans/sort-tickets.yaml\`; the next call uses what it says then.
`);
});

test("the page of a shipped plan says how to make it one's own", () => {
  const page = planPage(plan, { file: "@graph/plans/x.yaml", shipped: true });
  expect(page).toContain("graph plan show sort-tickets > .graph/plans/sort-tickets.yaml");
  expect(page).toContain("`builtin_plan__sort-tickets`");
});

test("bodies stand by their keys; the end of the plan, and what a chat model writes", () => {
  const page = planPage(parsePlan(`identifier: main\ndescription: x\n${everyBody}`), {
    file: "main.yaml",
    shipped: false,
  });
  expect(page).toContain(`## Output

A text that a chat model writes: \`What came out?\`

## Steps

1. \`r\` calls \`route\`
   - \`cases/0\`:
     1. \`user__read\`
   - \`else\`:
     1. \`user__read\`
   - \`catch/0\`:
     1. \`user__read\`
   - \`catch/1\`:
     1. \`handler\` calls \`user__write\`
   - \`finally\`:
     1. \`user__write\`
2. \`chosen\` calls \`route\`
   - \`choose/options/a label\`:
     1. \`user__read\`
   - \`choose/options/other\`:
     1. \`user__read\`
3. \`both\` calls \`parallel\`
   - \`branches/left\`:
     1. \`user__read\`
   - \`branches/right\`:
     1. \`deep\` calls \`loop\`
        1. \`user__read\`
4. \`helper\` calls \`agent\`

At the end, whatever happened:

1. \`end\` calls \`user__write\`
`);
});
