import { expect, it } from "vitest";
import { pinnedLookup } from "./resolve-host.ts";

it("hands out the checked addresses whatever name is asked for", () => {
  const lookup = pinnedLookup([
    { address: "192.0.2.7", family: 4 },
    { address: "2001:db8::7", family: 6 },
  ]);
  const answers: unknown[][] = [];
  lookup("rebind.test", { all: true }, (...answer) => answers.push(answer));
  lookup("rebind.test", {}, (...answer) => answers.push(answer));
  expect(answers).toEqual([
    [
      null,
      [
        { address: "192.0.2.7", family: 4 },
        { address: "2001:db8::7", family: 6 },
      ],
    ],
    [null, "192.0.2.7", 4],
  ]);
});
