import type { Json, JsonObject } from "@graph/plan";
import { ToolError } from "@graph/tools";
import type { Work, WorkTool } from "./cell-tools.ts";
import { sortedJson } from "./json-text.ts";
import { hashedNumber } from "./random-source.ts";

/** A number in [0, 1) for what a model is told and for one thing that it does about it. */
type Draw = (what: string) => number;

/** Longer than any limit of time on a step. */
const tooLongMs = 400;

/** One turn of a model: most go well, a few take too long, fail, or give an answer of no use. */
function answer(told: Json, useful: (draw: Draw) => Json): Work {
  const text = sortedJson(told);
  const draw: Draw = (what) => hashedNumber(3, `${what} ${text}`);
  return {
    ms: draw("long") < 0.04 ? tooLongMs : Math.floor(draw("ms") * 8),
    end() {
      if (draw("fails") < 0.03) {
        const errorClass = draw("class") < 0.5 ? "unavailable" : "denied";
        throw new ToolError("The model is away.", { class: errorClass, effect: "none" });
      }
      return draw("useless") < 0.02 ? {} : useful(draw);
    },
  };
}

const model = (name: string, begin: WorkTool["begin"]): WorkTool => ({
  namespace: "builtin",
  name,
  readOnly: true,
  begin,
});

/** Models that answer the same question the same way, whenever it comes. */
export const cellModels: readonly WorkTool[] = [
  model("decide", ({ question = "", state = null, options }) =>
    answer([question, state], (draw) => {
      const labels = Object.keys((options ?? {}) as JsonObject);
      if (labels.length === 0) return { kind: "yesno", probability: Math.floor(draw("yes") * 100) / 100 };
      const choice = labels[Math.floor(draw("choice") * labels.length)] ?? "";
      return { kind: "choice", choice, probabilities: Object.fromEntries(labels.map((label) => [label, 0.5])) };
    }),
  ),
  model("infer", ({ instruction = "", output_schema: schema }) =>
    answer(instruction, (draw) =>
      schema === undefined
        ? { output: `about ${String(draw("text"))}` }
        : {
            output: {
              verdict: draw("yes") < 0.5,
              ...(draw("says") < 0.8 && { reason: `by ${String(draw("why") < 0.5)}` }),
            },
          },
    ),
  ),
  model("agent_turn", ({ prompt = "", tools, history, final }) => {
    const names = tools as readonly string[];
    const turns = (history as readonly Json[]).length;
    // What tools say differs in its words only: how far it has come is enough to answer differently.
    return answer([prompt, turns], (draw) => {
      if (draw("done") < 0.3) return { output: Math.floor(draw("output") * 100) };
      if (draw("problem") < 0.15) return { problem: "It did not fit." };
      const calls = Array.from({ length: 1 + Math.floor(draw("calls") * 3) }, (_, index) => ({
        id: `c${String(index)}`,
        tool: draw(`tool${String(index)}`) < 0.1 ? "cell__unknown" : pick(names, draw(`which${String(index)}`)),
        input: agentInput(draw, index),
      }));
      return final === true ? { text: "still at it", calls } : { calls };
    });
  }),
];

const pick = (names: readonly string[], share: number): string =>
  names[Math.floor(share * names.length)] ?? "cell__unknown";

function agentInput(draw: Draw, index: number): JsonObject {
  const cell = ["a", "b", "c"][Math.floor(draw(`cell${String(index)}`) * 3)] ?? "a";
  const fails = draw(`told${String(index)}`) < 0.15 ? { fail: "denied" } : {};
  return { cell, value: Math.floor(draw(`value${String(index)}`) * 100), times: 1, ...fails };
}
